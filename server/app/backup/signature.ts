import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Keys, signingKeys } from '#server/core/keyring.ts'
import { BackupProblem, manifestFile } from './manifest.ts'

/** Holds the key's id and the Ed25519 signature of the manifest, which names the SHA-256 of everything else. */
export const signatureFile = 'manifest.sig'

/** What the restoring person asserts about the origin of a backup. */
export interface Trust {
  /** The key in use when the backup was made is lost. */
  otherKey?: boolean | undefined
  /** The public key, from a separate place. */
  signedBy?: string | undefined
  /** The backup is from before backups were signed. */
  unsigned?: boolean | undefined
}

const signaturePattern = /^([0-9a-f]{12}) ([0-9a-f]{128})\n$/

export function signManifest(keys: Keys, manifest: Buffer): string {
  const [key] = signingKeys(keys, 'backup-signature')
  if (!key) throw new Error('the keyring is empty')
  return `${key.id} ${sign(null, manifest, key.privateKey).toString('hex')}\n`
}

/** Returns the id of the signing key, or undefined if the text is not a signature. */
export const signingKeyId = (signature: string): string | undefined => signaturePattern.exec(signature)?.[1]

/** Reports whether a key of the ring has signed the manifest. */
export function isManifestSigned(keys: Keys, manifest: Buffer, signature: string): boolean {
  const [, id, hex = ''] = signaturePattern.exec(signature) ?? []
  const key = signingKeys(keys, 'backup-signature').find(each => each.id === id)
  return key !== undefined && verify(null, manifest, key.publicKey, Buffer.from(hex, 'hex'))
}

/** Returns the public keys as one line of base64 each, for verifying backups where no secret should be. */
export const backupPublicKeys = (keys: Keys): Map<string, string> =>
  new Map(
    signingKeys(keys, 'backup-signature').map(({ id, publicKey }) => [
      id,
      publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    ]),
  )

/** Throws BackupProblem unless the manifest carries a valid signature by a key of the ring or by the key that `trust` names. */
export async function verifySignature(folder: string, keys: Keys, trust: Trust): Promise<void> {
  const text = await readFile(join(folder, signatureFile), 'latin1').catch(() => undefined)
  if (text === undefined) {
    if (trust.unsigned) return
    throw new BackupProblem('备份没有签名：由旧版本制作而来源可信的，加上 --unsigned；否则请勿使用')
  }
  const [, id = '', signature = ''] = signaturePattern.exec(text) ?? []
  if (!id) throw new BackupProblem(`备份已损坏或被改动：${signatureFile} 的内容不正确`)
  const publicKey = trust.signedBy
    ? readPublicKey(trust.signedBy)
    : signingKeys(keys, 'backup-signature').find(key => key.id === id)?.publicKey
  if (!publicKey) {
    if (trust.otherKey && trust.unsigned) return
    throw new BackupProblem(
      trust.otherKey
        ? `备份由主密钥 ${id} 签名：请用 --signed-by 给出另行保存的公钥；没有保存而来源可信的，再加上 --unsigned`
        : `SECRET_KEY 与制作备份时的不同（主密钥 ${id}）：证件号、操作员的动态验证器与待发短信将无法解密。请设置当时的 SECRET_KEY，或把它写进 SECRET_KEYS_OLD；确实已丢失的，加上 --other-key`,
    )
  }
  const manifest = await readFile(join(folder, manifestFile))
  if (!verify(null, manifest, publicKey, Buffer.from(signature, 'hex')))
    throw new BackupProblem('备份的签名不对：清单被改动，或不是由这个密钥签名的，请勿使用')
}

function readPublicKey(text: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Throws below.
  }
  throw new BackupProblem('--signed-by 须为 portal -- keys list 显示的备份公钥（一行 base64）')
}
