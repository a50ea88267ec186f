import { v2 as cloudinary } from 'cloudinary'
import type { CloudinaryConfig } from '../../config/cloudinary-settings.ts'

export interface HostedImage {
  publicId: string
  version: number
  format: string
}

export interface CloudinaryUrls {
  /** 600 by 400 pixels, fill-cropped, format and quality as fits the browser (spec §2.3). */
  preview(image: HostedImage): string
  /** The original file. */
  original(image: HostedImage): string
}

const previewSize = {
  width: 600,
  height: 400,
  crop: 'fill',
  fetch_format: 'auto',
  quality: 'auto',
} as const

/** Delivery URLs by the SDK; the real version in them makes a replaced picture a new address. */
export const createCloudinaryUrls = ({
  cloudName,
  imagesDomain,
}: Pick<CloudinaryConfig, 'cloudName' | 'imagesDomain'>): CloudinaryUrls => {
  const toUrl = ({ publicId, version }: HostedImage, transformation: object) =>
    cloudinary.url(publicId, {
      ...transformation,
      cloud_name: cloudName,
      ...(imagesDomain && { private_cdn: true, secure_distribution: imagesDomain }),
      version,
      secure: true,
      // It would add the versions of the SDK and of Node to every address.
      urlAnalytics: false,
    })
  return {
    preview: (image) => toUrl(image, previewSize),
    original: (image) => toUrl(image, { format: image.format }),
  }
}
