import { z } from 'zod'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import { isManifestSigned, signingKeyId, signManifest } from '#server/app/backup/signature.ts'
import { type Keys, keyIds } from '#server/core/keyring.ts'
import { type ArchiveTarget, readObject } from './archive-target.ts'
import { baseFolder } from './log-position.ts'
import { timeOf } from './runs.ts'

const baseFormat = 1
const count = z.int().min(0)
const position = z.string().regex(/^[0-9a-f]+\/[0-9a-f]+$/i)

/** A base backup: the cluster's files in parts, which the log from `start` on makes whole. */
const baseManifestSchema = z.object({
  format: z.literal(baseFormat),
  run: z.string(),
  base: z.string(),
  app_version: z.string(),
  postgres: z.string(),
  timeline: z.int(),
  start: position,
  /** The earliest position to which it can be restored. */
  stop: position,
  /** Milliseconds since 1970. */
  started_at: z.number(),
  ended_at: z.number(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  parts: z.array(z.object({ key: z.string(), bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) })).min(1),
})
export type BaseManifest = z.output<typeof baseManifestSchema>

const manifestKey = (run: string, base: string) => `${baseFolder(run, base)}manifest.json`
const signatureKey = (run: string, base: string) => `${baseFolder(run, base)}manifest.sig`

/** Writes the manifest last, and its signature after it: without the signature the backup does not count. */
export async function putManifest({ plain }: ArchiveTarget, keys: Keys, manifest: Omit<BaseManifest, 'format'>) {
  const text = Buffer.from(`${JSON.stringify({ format: baseFormat, ...manifest }, null, 2)}\n`)
  const signature = Buffer.from(signManifest(keys, text))
  const { run, base } = manifest
  await plain.put(manifestKey(run, base), text, { contentType: 'application/json', size: text.length })
  await plain.put(signatureKey(run, base), signature, { contentType: 'text/plain', size: signature.length })
}

export const isSignature = (key: string) => key.endsWith('/manifest.sig')
/** Sorts keys for removal: a signature that outlived its manifest or a part would vouch for a damaged backup. */
export const signaturesFirst = (keys: readonly string[]): string[] =>
  keys.toSorted((one, other) => Number(isSignature(other)) - Number(isSignature(one)))

/** A base backup signed by a key outside the ring. Only the end time of its manifest is used. */
export interface UnreadableBase {
  base: string
  ended_at: number
  keyId: string
}

const ending = baseManifestSchema.pick({ ended_at: true })

function endOf(text: Buffer | undefined): number | undefined {
  try {
    return ending.parse(JSON.parse(String(text))).ended_at
  } catch {
    return undefined
  }
}

/**
 * Returns the complete base backups of a run, oldest first. Those of unknown keys are separate, so that they do not block the use
 * of the rest. Throws BackupProblem if one was altered.
 */
export async function basesOf(
  { plain }: ArchiveTarget,
  keys: Keys,
  run: string,
  present: readonly string[],
): Promise<{ bases: BaseManifest[]; unreadable: UnreadableBase[] }> {
  const bases: BaseManifest[] = []
  const unreadable: UnreadableBase[] = []
  const names = present.flatMap(key => /\/base\/([^/]+)\/manifest\.sig$/.exec(key)?.[1] ?? [])
  for (const base of names) {
    const place = `${baseFolder(run, base)}manifest.json`
    const text = await readObject(plain, manifestKey(run, base))
    const signature = (await readObject(plain, signatureKey(run, base)))?.toString('latin1') ?? ''
    const keyId = signingKeyId(signature)
    if (keyId && !keyIds(keys).includes(keyId)) {
      unreadable.push({ base, keyId, ended_at: endOf(text) ?? timeOf(base) })
      continue
    }
    if (!text || !isManifestSigned(keys, text, signature))
      throw new BackupProblem(`基础备份的签名不对（${place}）：清单被改动，请勿使用`)
    const manifest = baseManifestSchema.parse(JSON.parse(text.toString()))
    // A signed manifest that was moved still names its original place.
    if (manifest.run !== run || manifest.base !== base)
      throw new BackupProblem(`基础备份的清单不属于 ${place}：归档被改动，请勿使用`)
    bases.push(manifest)
  }
  return { bases, unreadable }
}
