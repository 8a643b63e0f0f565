import sharp, { type Sharp } from 'sharp'
import type { FileType } from './file-types.ts'

export type PictureType = Exclude<FileType, 'pdf'>

export interface PictureFile {
  content: Uint8Array
  type: PictureType
}

export type RedrawnPicture = { problem: 'broken' | 'too large' } | { content: Uint8Array }

/** The longest side of a stored picture in pixels. A licence is readable well below it. */
const longestSide = 4000
/** The resolution of phone cameras. A few kilobytes can declare a picture that needs gigabytes. */
const maxPixels = 50_000_000

/**
 * Redraws the picture in its own format: rotated as its metadata says, without metadata (location, device, owner, and anything
 * hidden in or behind it), at most 4000 px on a side. Runs in a sandbox.
 */
export default async function redraw({ content, type }: PictureFile): Promise<RedrawnPicture> {
  sharp.concurrency(1)
  try {
    const picture = sharp(content, { failOn: 'error', limitInputPixels: maxPixels, autoOrient: true }).resize({
      width: longestSide,
      height: longestSide,
      fit: 'inside',
      withoutEnlargement: true,
    })
    return { content: new Uint8Array(await encode(picture, type).toBuffer()) }
  } catch (error) {
    const tooLarge = error instanceof Error && /exceeds pixel limit/.test(error.message)
    return { problem: tooLarge ? 'too large' : 'broken' }
  }
}

function encode(picture: Sharp, type: PictureType): Sharp {
  switch (type) {
    case 'jpeg':
      return picture.jpeg({ quality: 88 })
    case 'png':
      return picture.png()
    case 'webp':
      return picture.webp({ quality: 88 })
  }
}
