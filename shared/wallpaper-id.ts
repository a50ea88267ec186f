import { z } from 'zod'
import { idPattern, isWallpaperId } from './is-wallpaper-id.ts'

export const wallpaperIdSchema = z
  .string()
  .refine(isWallpaperId, 'expected 1 to 128 characters without spaces or any of / % ? # & \\ < >')
  .meta({ pattern: idPattern.source })
