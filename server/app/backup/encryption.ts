import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { measure } from './digest.ts'
import { listedFiles } from './listed-files.ts'
import { BackupProblem, type Manifest } from './manifest.ts'

/*
 * Backups are encrypted for public keys in the age format (age-encryption.org/v1), so that the machine that makes them cannot read
 * them, and `age -d` can without the portal. Its chunks detect truncation and reordering; the signed manifest binds each file to its
 * place.
 */

/** Throws BackupProblem unless each is a whole public key, whose checksum detects a typing error. */
export async function requireRecipients(recipients: readonly string[]): Promise<void> {
  for (const recipient of recipients)
    try {
      // A hardware key (`age1tag…`) could be encrypted for, but not restored from by this program.
      if (recipient.startsWith('age1tag')) throw new Error('a hardware key')
      new Encrypter().addRecipient(recipient)
    } catch {
      throw new BackupProblem(
        `BACKUP_RECIPIENTS：${recipient} 不是完整的 age 公钥（age1 开头，由 backup key 或 age-keygen 生成）`,
      )
    }
}

// Node's class is the browser's, only the types differ.
const toWeb = (source: AsyncIterable<Uint8Array>) => NodeStream.from(source) as unknown as ReadableStream<Uint8Array>

/** Returns a step of a pipeline that encrypts in chunks of 64 KiB, or passes everything on if there is no public key. */
export const encrypting = (recipients: readonly string[] | undefined) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter()
    for (const recipient of recipients ?? []) encrypter.addRecipient(recipient)
    yield* recipients ? await encrypter.encrypt(toWeb(source)) : source
  }

/** The private keys for an encrypted backup; undefined for one that is not encrypted, or whose contents are not to be read. */
export type Identities = readonly string[] | undefined

const decrypterOf = (identities: readonly string[]) => {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return decrypter
}

/** Returns a step of a pipeline that decrypts, or passes on what is not encrypted. */
export const decrypting = (identities: Identities) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* identities ? await decrypterOf(identities).decrypt(toWeb(source)) : source
  }

/** Returns the size of a file's content, of which an encrypted one's first bytes tell how much longer it is. */
export async function contentSize(path: string, identities: Identities): Promise<number> {
  const { size } = await stat(path)
  if (!identities) return size
  const content = await decrypterOf(identities).decrypt(toWeb(createReadStream(path)))
  await content.cancel()
  return content.size(size)
}

/** Reads a file's content to its end, decrypting it. */
export async function contentSha256(path: string, identities: Identities): Promise<string> {
  const { stream, measured } = measure()
  await pipeline(createReadStream(path), decrypting(identities), stream, discard)
  return measured().sha256
}
async function discard(source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of source);
}

/** Reads everything in a backup, which decrypts it. */
export async function readContents(folder: string, manifest: Manifest, identities: Identities): Promise<void> {
  for (const { file } of manifest.tables) await contentSha256(join(folder, file), identities)
  if (manifest.files) for await (const { path } of listedFiles(folder, manifest)) await contentSha256(path, identities)
}

/** Returns the identities that open this backup. Throws BackupProblem, before anything is changed, if none of them does. */
export async function requireIdentities(
  folder: string,
  manifest: Manifest,
  identities: Identities,
): Promise<Identities> {
  const { recipients, tables } = manifest
  if (!recipients) return undefined
  const keys = recipients.join('、')
  if (!identities) throw new BackupProblem(`这份备份是加密的，须以 --identity 给出私钥所在的文件；对应的公钥：${keys}`)
  const path = join(folder, tables[0]?.file ?? '')
  await contentSize(path, identities).catch(() => {
    throw new BackupProblem(`--identity 里的私钥打不开这份备份；须是其中一个公钥的私钥：${keys}`)
  })
  return identities
}

/** Reads a file as `age-keygen` writes it, which may hold several private keys. */
export async function readIdentities(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupProblem(`读不到私钥所在的文件 ${path}（${error.code}）`)
  })
  const identities = text.split('\n').flatMap(line => (/^\s*(#|$)/.test(line) ? [] : [line.trim()]))
  try {
    if (!identities.length) throw new Error('no key')
    decrypterOf(identities)
    return identities
  } catch {
    throw new BackupProblem(`${path} 里没有 age 的私钥（AGE-SECRET-KEY-1 开头的一行）；以密码保护的，先用 age -d 解开`)
  }
}

/** Writes a new private key to a new file, as `age-keygen` does, and returns its public key. */
export async function createKey(path: string, now = new Date()): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const text = `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new BackupProblem(`${path} 已经存在，没有改动：里面的私钥可能仍有备份需要`)
    throw new BackupProblem(`不能写入 ${path}（${error.code}）`)
  })
  return recipient
}
