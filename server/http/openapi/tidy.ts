import type { createDocument } from 'zod-openapi'

type OpenApiDocument = ReturnType<typeof createDocument>

/**
 * The document with only those components that it refers to, and one description of a wallpaper: clients
 * take less from older servers, for which a default stands in, but it is described as it is answered.
 */
export const tidyDocument = (document: OpenApiDocument): OpenApiDocument => {
  delete document.components?.schemas?.Wallpaper
  const text = JSON.stringify(document).replaceAll('WallpaperOutput', 'Wallpaper')
  const tidy: OpenApiDocument = JSON.parse(text)
  const { components = {} } = tidy
  for (const kind of ['schemas', 'headers'] as const)
    for (const name of Object.keys(components[kind] ?? {}))
      if (!text.includes(`"#/components/${kind}/${name}"`)) delete components[kind]?.[name]
  return tidy
}
