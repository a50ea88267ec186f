import type { WallpaperDetail } from '../../../shared/wallpaper.ts'

export const exampleWallpaper = (server: string): WallpaperDetail => ({
  id: 'alpine-dawn',
  title: 'Alpine Dawn',
  description: 'First light on a ridge of snow; the valley below is still blue.',
  category: 'nature',
  type: 'desktop',
  width: 3840,
  height: 2160,
  format: 'jpg',
  file_size: 2_418_307,
  tags: ['mountains', 'dawn', 'snow'],
  colors: ['blue', 'orange'],
  palette: ['#1B2A49', '#F2A65A'],
  color: '#56627F',
  luminance: 0.21,
  placeholder: 'GwgOBwBnp4iAh3h3d3d4d4CHAA==',
  focal_point: { x: 0.5, y: 0.4 },
  credit: 'Fresco',
  credit_url: null,
  license: 'MIT',
  license_url: 'https://spdx.org/licenses/MIT.html',
  source_url: null,
  created_at: '2026-01-09T00:00:00.000Z',
  url: `${server}/main/alpine-dawn.jpg`,
  preview_url: `${server}/cache/alpine-dawn.webp`,
  image_url: `${server}/images/alpine-dawn`,
})

export const exampleUser = (server: string) => ({
  id: 'hVx4rZ8kq2',
  username: 'ada',
  name: 'Ada',
  image: `${server}/api/users/ada/image`,
})
