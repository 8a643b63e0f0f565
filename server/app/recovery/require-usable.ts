import { join } from 'node:path'
import { z } from 'zod'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import { MissingKey, refuseMissingKeysAt } from '#server/app/sealed/missing.ts'
import type { Config } from '#server/core/config.ts'
import type { Keys } from '#server/core/keyring.ts'
import { migrate } from '#server/database/migrate.ts'
import { findInconsistencies } from './findings.sql.ts'
import { log, withCluster } from './with-cluster.ts'

/** The flaws of restored data that an operator has accepted. */
export interface Accepted {
  /** The data is inconsistent. */
  inconsistent?: boolean | undefined
  /** A key is lost, and with it what the key sealed. */
  lostKey?: boolean | undefined
}

const restored = z.object({ at: z.string().nullable() })

/**
 * `known` is what a look at them just now has found; without it they are looked through, which takes long where they are many.
 * Throws BackupProblem unless the restored data of a folder are consistent and open with the keys of the ring, or somebody
 * accepts that they are not. Returns the moment that they were restored to.
 */
export async function requireUsable(
  config: Config,
  name: string,
  accepted: Accepted,
  known?: readonly string[],
): Promise<string | undefined> {
  return withCluster(config, join(config.dataDir, name), async (database, url) => {
    // The program may have been upgraded since.
    await migrate({ url, log })
    if (!accepted.lostKey) await requireKeysOfRestored(url, config)
    const found = accepted.inconsistent ? [] : (known ?? (await findInconsistencies(database)))
    if (found.length)
      throw new BackupProblem(
        `恢复的数据不一致，没有换上：\n${found.join('\n')}\n请选择另一个时刻；核对后仍要使用的，停止门户后运行 npm run restore -- --switch ${name} --accept-inconsistent`,
      )
    const row = await database.row(restored)`select max(restored_to)::text as at from restoration`
    return row?.at ?? undefined
  })
}

/** Checked beforehand: the portal would refuse to start on such data after the previous data was moved away. */
export async function requireKeysOfRestored(url: string, keys: Keys): Promise<void> {
  try {
    await refuseMissingKeysAt(url, keys)
  } catch (error) {
    if (!(error instanceof MissingKey)) throw error
    throw new BackupProblem(
      `恢复的数据没有换上，现有的数据没有改动。${error.message}（密钥已丢失的，恢复与换上时加上 --other-key，换上之后再执行它）`,
    )
  }
}
