/** Minimum width AND height of each `resolution` (spec §4.3), in pixels. */
export const resolutions = {
  '1080p': { width: 1920, height: 1080 },
  '1440p': { width: 2560, height: 1440 },
  '4k': { width: 3840, height: 2160 },
  '8k': { width: 7680, height: 4320 },
} as const
export type Resolution = keyof typeof resolutions
