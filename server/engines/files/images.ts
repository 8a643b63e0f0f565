import { Refusal } from '#server/core/refusal.ts'
import { sandboxed } from '../sandbox/sandbox.ts'
import type { PictureFile, PictureType, RedrawnPicture } from './picture.ts'

const draw = sandboxed<PictureFile, RedrawnPicture>(
  new URL('./picture.ts', import.meta.url),
  { cpuSeconds: 4, seconds: 30, megabytes: 1024 },
  { problem: 'too large' },
)

interface Options {
  /** The owner: pictures of one owner are processed one at a time. */
  owner: string
  type: PictureType
  /** The limit that the answer names for a picture that is too large. */
  megabytes: number
}

/** Redraws the picture in a sandbox (`picture.ts`). Refuses pictures that cannot be fully decoded or take too many resources. */
export async function redraw(content: Buffer, { owner, type, megabytes }: Options): Promise<Buffer> {
  const drawn = await draw(owner, { content, type })
  if ('content' in drawn) return Buffer.from(drawn.content)
  throw drawn.problem === 'too large' ? new Refusal(-45002, megabytes) : new Refusal(-45003)
}
