/** Returns the samples of the page /docs in a language, in the order of its routes. */
export const samplesOf = (html: string, language: string) =>
  [...html.matchAll(new RegExp(`<pre class="sample-${language}"[^>]*><code>([^]*?)</code>`, 'g'))]
    .map(([, code = '']) => code.replaceAll(/<[^>]*>/g, ''))
    .map(unescaped)

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
