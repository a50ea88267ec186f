import { describe, expect, it } from 'vitest'
import { createCloudinaryUrls } from '../../../../server/adapters/cloudinary/candidates.ts'

const image = { public_id: 'walls/sea', version: 1_700_000_123, format: 'webp' }

describe('createCloudinaryUrls (spec §2.3)', () => {
  const urls = createCloudinaryUrls({ cloudName: 'demo', imagesDomain: undefined })

  it('gives a name in any script a URL in plain ASCII', () => {
    expect(urls.original({ ...image, public_id: '日本語/海 1' })).toBe(
      'https://res.cloudinary.com/demo/image/upload/v1700000123/%E6%97%A5%E6%9C%AC%E8%AA%9E/%E6%B5%B7%201.webp',
    )
  })

  it('uses the own domain of an account', () => {
    const own = createCloudinaryUrls({ cloudName: 'demo', imagesDomain: 'images.example.com' })
    expect(own.original(image)).toBe(
      'https://images.example.com/image/upload/v1700000123/walls/sea.webp',
    )
  })
})
