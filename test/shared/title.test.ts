import { describe, expect, it } from 'vitest'
import { cleanTitle, toLabel, toTitle } from '../../shared/title.ts'

describe('toTitle', () => {
  it.each([
    ['pixel-cat-moody', 'Pixel cat moody'],
    ['nature/alps/blue_lake.jpg', 'Blue lake'],
    ['Saint-Tropez at dawn.webp', 'Saint-Tropez at dawn'],
    ['Über den Wolken.jfif', 'Über den Wolken'],
    ['2001: A Space Odyssey', '2001: A Space Odyssey'],
    ['2001-a-space-odyssey.png', '2001 a space odyssey'],
    ['Route 66.jpg', 'Route 66'],
    ['Blade Runner 2049', 'Blade Runner 2049'],
    ['1984.jpg', '1984'],
    ['Photo 51', 'Photo 51'],
    ['NGC 6302.jpg', 'NGC 6302'],
    ['Boeing 747-400', 'Boeing 747-400'],
    ['lake (1).jpg', 'Lake'],
    ['sunset_20190513.jpg', 'Sunset'],
    ['mountain-1920x1080.jpg', 'Mountain'],
    ['BeautifulSunset2019Italy.jpg', 'BeautifulSunset2019Italy'],
    ['Picture of Dorian Gray', 'Picture of Dorian Gray'],
    ['Image of the year 2020', 'Image of the year 2020'],
    ['Screenshot of a dream', 'Screenshot of a dream'],
    ['facade.png', 'Facade'],
    ['italy/IMG_20190587.jpg', 'Italy'],
    ['trips/italy/IMG_20190513_142233.jpg', 'Italy, May 2019'],
    ['IMG_20190513_142233_HDR.jpg', 'May 2019'],
    ['Sea & sand/IMG-20190513-WA0001.jpg', 'Sea & sand, May 2019'],
    ['italy/PXL_20230412_101112345.MP.jpg', 'Italy, April 2023'],
    ['italy/PXL_20230412_101112345.NIGHT.jpg', 'Italy, April 2023'],
    ['old-cars/DSC_0231.JPG', 'Old cars'],
    ['DSC_0231-edited.jpg', ''],
    ['_MG_4711.jpg', ''],
    ['DSCF0815~2.jpg', ''],
    ['P1010023.jpg', ''],
    ['DJI_0042.jpg', ''],
    ['20190513_142233.jpg', 'May 2019'],
    ['2019-05-13 14.22.33.jpg', 'May 2019'],
    ['Screenshot from 2023-04-12 10-11-12.png', 'April 2023'],
    ['Screenshot_20230412-101112_Chrome.png', 'April 2023'],
    ['Screenshot (12).png', ''],
    ['Bildschirmfoto 2023-04-12 um 10.11.12.png', 'April 2023'],
    ['WhatsApp Image 2019-05-13 at 14.22.33.jpeg', 'May 2019'],
    ['signal-2019-05-13-142233.jpg', 'May 2019'],
    ['received_1234567890.jpeg', ''],
    ['photo-1506744038136-46273834b3fb.jpg', ''],
    ['luca-bravo-zAjdgNXsMeg-unsplash.jpg', ''],
    ['art/wallhaven-9mjoy1.jpg', 'Art'],
    ['3f2504e0-4f89-41d3-9a0c-0305e82c3301.png', ''],
    ['d41d8cd98f00b204e9800998ecf8427e.jpg', ''],
    ['aB3xK92Lm0Qz4TyU.jpg', ''],
    ['0001.jpg', ''],
    ['123456789.jpg', ''],
  ])('makes of %s the title %j', (path, title) => {
    expect(toTitle(path)).toBe(title)
  })
})

describe('cleanTitle', () => {
  it.each([
    ' HDR',
    ' -- 1',
    ' (1)',
    '~1',
    '-1234567',
    ' DSC 123',
    '(',
    '1a',
    'a1',
    ', 2019-05-13',
    '_edited',
  ])('ends soon for many times %j', (part) => {
    for (const start of ['', 'IMG_', 'IMG_123', 'Lake', 'Screenshot'])
      for (const end of ['', '!', ' HDR'])
        expect(cleanTitle(toTitle(start + part.repeat(5_000) + end)).length).toBeLessThan(400)
  })

  it.each([
    [
      'Parque Nacional Torres del Paine, Chile, 2023-03-12, DD 15-23 HDR PAN',
      'Parque Nacional Torres del Paine, Chile',
    ],
    ['Catedral de Lima, Perú, 2015-07-28, DD 103', 'Catedral de Lima, Perú'],
    ['Dülmen, Kirchspiel, Weg -- 2021 -- 5173-9', 'Dülmen, Kirchspiel, Weg'],
    ['Lake Bled DSC 0231 (12345678901)', 'Lake Bled'],
    ['Lake Bled (cropped)', 'Lake Bled'],
    ['Lake Bled (2019)', 'Lake Bled (2019)'],
    ['2019-05-13 Lake Bled', 'Lake Bled'],
    ['Arizona, US 66', 'Arizona, US 66'],
    ['Paris, 1900', 'Paris, 1900'],
    ['2001: A Space Odyssey', '2001: A Space Odyssey'],
    ['DSC 0231', 'DSC 0231'],
  ])('makes of %s the title %s', (title, short) => {
    expect(cleanTitle(title)).toBe(short)
  })
})

describe('toLabel', () => {
  it.each([
    ['Sea & sand', 'Sea & sand'],
    ['Über uns', 'Über uns'],
    ['old-cars', 'Old cars'],
    ['Mid-century homes', 'Mid-century homes'],
  ])('writes %s as %s', (folder, label) => {
    expect(toLabel(folder)).toBe(label)
  })
})
