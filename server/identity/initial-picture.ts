export const paintInitial = ({ username, name }: { username: string; name: string }): string => {
  const hue = [...username].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 360, 7)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
<rect width="256" height="256" fill="hsl(${hue} 45% 38%)"/>
<text x="128" y="134" fill="#fff" font-family="system-ui, sans-serif" font-size="128" font-weight="600"
 text-anchor="middle" dominant-baseline="central">${escapeXml(initialOf(name) || initialOf(username))}</text>
</svg>
`
}

const initialOf = (text: string) => {
  const [first] = new Intl.Segmenter().segment(text.trim())
  return (first?.segment ?? '').toUpperCase()
}

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
