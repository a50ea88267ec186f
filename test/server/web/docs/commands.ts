export const commandsOf = (html: string) =>
  [...html.matchAll(/data-copy="([^"]*)"/g)].map(([, code = '']) => unescaped(code))

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
