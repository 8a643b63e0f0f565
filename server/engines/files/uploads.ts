import { hash, randomBytes } from 'node:crypto'
import { uploadMegabytes, type uploadPurposes } from '#contract/uploads.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Upload } from '#server/engines/context.ts'
import type { Services } from '#server/engines/services.ts'
import { StorageFull } from '#server/integrations/storage/storage.ts'
import { checkPdf } from './check-pdf.ts'
import { contentTypes, extensions, type FileType, sniff } from './file-types.ts'
import { redraw } from './images.ts'
import { removeUnlessWritten } from './remove-unless-written.ts'
import { insertWithinLimit, type NewFile, uploadsThisHour } from './uploads.sql.ts'

export type UploadPurpose = (typeof uploadPurposes)[number]

export const uploadsPerHour = 30

const typesOf: Record<UploadPurpose, readonly FileType[]> = {
  licence: ['jpeg', 'png', 'webp', 'pdf'],
  voucher: ['jpeg', 'png', 'webp', 'pdf'],
  ticket: ['jpeg', 'png', 'webp', 'pdf'],
}

/**
 * Inserts the row of a file whose content is stored, described by `file`. For a repeated request it need not call `file`: then the
 * content is removed again.
 */
export type WriteDown<Answer> = (file: () => NewFile) => Promise<Answer>

type Needed = Pick<Services, 'system' | 'storage' | 'log'>

/** Refuses a disallowed upload before any work; the guard in `insertUpload` is authoritative. */
export async function requireUpload(
  system: Database,
  { accountId, purpose, upload }: { accountId: string; purpose: UploadPurpose; upload: Upload },
): Promise<void> {
  const megabytes = uploadMegabytes[purpose]
  requireSize(upload, megabytes)
  if ((await uploadsThisHour(system, accountId)) >= uploadsPerHour) throw new Refusal(-45004)
}

/** Writes an account's file down and returns its id. */
export async function insertUpload(system: Database, accountId: string, file: NewFile): Promise<string> {
  return orRefuse(await insertWithinLimit(system, accountId, file, uploadsPerHour), -45004)
}

/** Refuses a file that is too large, or that was truncated for that reason. */
export function requireSize({ truncated, content }: Upload, megabytes: number): void {
  if (truncated || content.length > megabytes * 1024 * 1024) throw new Refusal(-45002, megabytes)
}

/** Checks, redraws and stores a file for its owner, an account or an operator. It leaves nothing behind when it refuses or fails. */
export async function keepUpload<Answer>(
  services: Needed,
  { owner, purpose, upload }: { owner: string; purpose: UploadPurpose; upload: Upload },
  writeDown: WriteDown<Answer>,
): Promise<Answer> {
  const megabytes = uploadMegabytes[purpose]
  requireSize(upload, megabytes)
  const type = sniff(upload.content)
  if (!type || !typesOf[purpose].includes(type)) throw new Refusal(-45001)
  const content = await clean(upload.content, { owner, type, megabytes })
  return storeContent(services, { purpose, type, content, fileName: upload.fileName }, writeDown)
}

interface Checked {
  purpose: string
  type: FileType
  content: Buffer
  /** The name given by the sender. */
  fileName: string
}

/** Stores checked content, and removes it again unless `writeDown` inserts its row. */
export async function storeContent<Answer>(
  services: Needed,
  { purpose, type, content, fileName }: Checked,
  writeDown: WriteDown<Answer>,
): Promise<Answer> {
  const { storage, log } = services
  const [content_type, size, storage_key] = [contentTypes[type], content.length, newKey(purpose, extensions[type])]
  try {
    await storage.put(storage_key, content, { contentType: content_type, size })
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    log.error({ err: error }, error.message)
    throw new Refusal(503, null, '文件存储空间不足，文件未保存，请稍后重试')
  }
  const sha256 = hash('sha256', content, 'hex')
  const file = { purpose, content_type, size, sha256, storage_key, file_name: safeName(fileName, extensions[type]) }
  return removeUnlessWritten(services, storage_key, written =>
    writeDown(() => {
      written()
      return file
    }),
  )
}

async function clean(
  content: Buffer,
  { owner, type, megabytes }: { owner: string; type: FileType; megabytes: number },
): Promise<Buffer> {
  if (type !== 'pdf') return redraw(content, { owner, type, megabytes })
  const checked = await checkPdf(owner, content)
  if ('content' in checked) return Buffer.from(checked.content)
  if (checked.problem === 'encrypted') throw new Refusal(-45003, null, '文件已加密，请上传未加密的文件或图片')
  if (checked.problem === 'active') throw new Refusal(-45001, null, 'PDF 含有脚本或附件，请重新打印成 PDF，或上传图片')
  throw new Refusal(-45003)
}

/** Returns a name like `licence/2026/11/3q2-7w….jpg`. It contains nothing of the sender's name and cannot be guessed. */
export function newKey(purpose: string, extension: string, now = new Date()): string {
  const month = now.toISOString().slice(0, 7).replace('-', '/')
  return `${purpose}/${month}/${randomBytes(16).toString('hex')}.${extension}`
}

/** The characters of a name that are read: the patterns below take time quadratic in its length, and a form's header has 80 kB. */
const longestName = 300

/**
 * Returns a name that its owner would recognise, without path, control characters and other characters that cause problems on some
 * systems.
 */
export function safeName(input: string, extension: string): string {
  const last = input.split(/[\\/]/).at(-1) ?? ''
  const stem = last
    .slice(0, longestName)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069<>:"|?*]/g, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return `${[...stem].slice(0, 80).join('') || '文件'}.${extension}`
}
