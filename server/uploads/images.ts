import type { Sharp } from 'sharp'
import { Refusal } from '../http/envelope.ts'
import type { FileType } from './file-types.ts'

export type ImageType = Exclude<FileType, 'pdf'>

/** The longest side of what is kept; a licence is readable well below. */
const longestSide = 4000
/** Above today's phone cameras; a few kilobytes can claim a picture that needs gigabytes. */
const mostPixels = 100_000_000
const patience = 15

/** Loaded with the first picture: 25 MB and a tenth of a second that a start does without. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Pictures are few, and two cores have other work: their memory is worth more than a cache of them.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Pictures at once: decoded, one can take some hundred megabytes. */
let free = 2
const queue: (() => void)[] = []

/**
 * The picture drawn anew in its own format: turned as its metadata says, then without metadata (place, device, owner,
 * and whatever was hidden in or behind it), at most 4000 px on a side. Refuses what can't be decoded in full.
 */
export async function redraw(content: Buffer, type: ImageType, megabytes: number): Promise<Buffer> {
  if (free > 0) free -= 1
  else await new Promise<void>(resume => queue.push(resume))
  try {
    const sharp = await loadSharp()
    const picture = sharp(content, { failOn: 'error', limitInputPixels: mostPixels, autoOrient: true })
      .timeout({ seconds: patience })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    return await encode(picture, type).toBuffer()
  } catch (error) {
    const tooLarge = error instanceof Error && /exceeds pixel limit/.test(error.message)
    throw tooLarge ? new Refusal(-45002, megabytes) : new Refusal(-45003)
  } finally {
    const next = queue.shift()
    if (next) next()
    else free += 1
  }
}

function encode(picture: Sharp, type: ImageType): Sharp {
  switch (type) {
    case 'jpeg':
      return picture.jpeg({ quality: 88 })
    case 'png':
      return picture.png()
    case 'webp':
      return picture.webp({ quality: 88 })
  }
}
