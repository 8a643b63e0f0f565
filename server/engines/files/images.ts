import { Refusal } from '#server/core/refusal.ts'
import { sandboxed } from '../sandbox/sandbox.ts'
import type { PictureFile, PictureType, RedrawnPicture } from './picture.ts'

const draw = sandboxed<PictureFile, RedrawnPicture>(
  new URL('./picture.ts', import.meta.url),
  { cpuSeconds: 4, seconds: 30, megabytes: 1024 },
  { problem: 'too large' },
)

interface Options {
  /** The owner: pictures of one owner wait for each other. */
  owner: string
  type: PictureType
  /** The limit that the answer names for a picture that is too large. */
  megabytes: number
}

/** Draws the picture anew in a sandbox (`picture.ts`). Refuses what can't be decoded in full, or takes too much. */
export async function redraw(content: Buffer, { owner, type, megabytes }: Options): Promise<Buffer> {
  const drawn = await draw(owner, { content, type })
  if ('content' in drawn) return Buffer.from(drawn.content)
  throw drawn.problem === 'too large' ? new Refusal(-45002, megabytes) : new Refusal(-45003)
}
