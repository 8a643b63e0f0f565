import { z } from 'zod'
import { fingerprints, type Keys } from '#server/core/keyring.ts'
import { OperatorProblem } from '#server/core/problem.ts'

/** A backup could not be made or restored; the message is for the person at the terminal. */
export class BackupProblem extends OperatorProblem {}

/** The formats of a plain and of an encrypted backup. Raise them when an older program could not restore what a newer one writes. */
export const [plainFormat, encryptedFormat] = [1, 2] as const

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

export const manifestSchema = z.object({
  format: z.literal([plainFormat, encryptedFormat]),
  /** The public keys for which every table and file is encrypted. Absent from a plain backup. */
  recipients: z.array(z.string()).min(1).optional(),
  made_at: z.iso.datetime(),
  app_version: z.string(),
  postgres: z.string(),
  /** Shows whether the restoring portal has the key that seals parts of the data. */
  key_check: sha256,
  migrations: z.array(z.object({ name: z.string(), sha256 })).min(1),
  /** The schema version of the job library's tables. */
  jobs_level: count,
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: count,
      file: z.string().regex(/^tables\/\w+\.\w+\.copy\.zst(\.age)?$/),
      bytes: count,
      sha256,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() })),
  /** Null when the files are in an object store and not in the backup. */
  files: z.object({ count, bytes: count, sha256, missing: z.array(z.string()) }).nullable(),
})
export type Manifest = z.output<typeof manifestSchema>

/** Tables and files of an encrypted backup end in this; `age` expects it. */
export const suffixOf = ({ recipients }: { recipients?: readonly string[] | undefined }): '' | '.age' =>
  recipients ? '.age' : ''

export const manifestFile = 'manifest.json'
/** The file has the format of `sha256sum`, so that backups can be verified without the portal. */
export const manifestSum = 'manifest.sha256'
export const filesSum = 'files.sha256'

/** The check of the current writing key comes first. Backups from before keys had ids contain the same checks. */
export const keyChecks = (keys: Keys): string[] =>
  fingerprints(keys, 'backup', 'key check').flatMap(check => (check.length === 32 ? check.toString('hex') : []))
