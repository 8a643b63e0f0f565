import { createHash, randomBytes } from 'node:crypto'
import { uploadMegabytes, type uploadPurposes } from '#contract/uploads.ts'
import type { Upload } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { StorageFull } from '../integrations/storage/storage.ts'
import type { Services } from '../services.ts'
import { contentTypes, extensions, type FileType, sniff } from './file-types.ts'
import { redraw } from './images.ts'
import { pdfProblem } from './pdf.ts'
import { insertWithinLimit, uploadsThisHour } from './uploads.sql.ts'

export type UploadPurpose = (typeof uploadPurposes)[number]

export const uploadsPerHour = 30

const typesOf: Record<UploadPurpose, readonly FileType[]> = {
  licence: ['jpeg', 'png', 'webp', 'pdf'],
  voucher: ['jpeg', 'png', 'webp', 'pdf'],
}

/** Checks, redraws and keeps a file of an account's. Nothing is left behind when it is refused or fails. */
export async function keepUpload(
  { system, storage, log }: Pick<Services, 'system' | 'storage' | 'log'>,
  { accountId, purpose, upload }: { accountId: string; purpose: UploadPurpose; upload: Upload },
) {
  const megabytes = uploadMegabytes[purpose]
  if (upload.truncated || upload.content.length > megabytes * 1024 * 1024) throw new Refusal(-45002, megabytes)
  // Before the work; what counts is the guard at the end.
  if ((await uploadsThisHour(system, accountId)) >= uploadsPerHour) throw new Refusal(-45004)

  const type = sniff(upload.content)
  if (!type || !typesOf[purpose].includes(type)) throw new Refusal(-45001)
  const content = await clean(upload.content, type, megabytes)
  const [contentType, size, storageKey] = [contentTypes[type], content.length, newKey(purpose, extensions[type])]
  try {
    await storage.put(storageKey, content, { contentType, size })
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    log.error({ err: error }, error.message)
    throw new Refusal(503, null, '文件存储空间不足，文件未保存，请稍后重试')
  }
  try {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const fileName = safeName(upload.fileName, extensions[type])
    const file = { accountId, purpose, contentType, size, sha256, storageKey, fileName }
    const id = await insertWithinLimit(system, file, uploadsPerHour)
    if (!id) throw new Refusal(-45004)
    return { id, contentType, size }
  } catch (error) {
    await storage.remove(storageKey)
    throw error
  }
}

async function clean(content: Buffer, type: FileType, megabytes: number): Promise<Buffer> {
  if (type !== 'pdf') return redraw(content, type, megabytes)
  const problem = pdfProblem(content)
  if (problem) throw new Refusal(problem === 'active' ? -45001 : -45003)
  return content
}

/** `licence/2026/11/3q2-7w….jpg`: of the sender's name nothing is left, and nothing can be guessed. */
export function newKey(purpose: string, extension: string, now = new Date()): string {
  const month = now.toISOString().slice(0, 7).replace('-', '/')
  return `${purpose}/${month}/${randomBytes(16).toString('hex')}.${extension}`
}

/** The name as a person would find it again: without its path, control characters and whatever else a system may trip on. */
export function safeName(given: string, extension: string): string {
  const last = given.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const stem = last
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069<>:"|?*]/g, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return `${[...stem].slice(0, 80).join('') || '文件'}.${extension}`
}
