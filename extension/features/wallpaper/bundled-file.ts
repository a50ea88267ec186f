/** Where the picture of a built-in wallpaper is: an address inside the extension. */
export const toBundledFile = ({ id }: { id: string }): string => `/wallpapers/${id}.jpg`
