import type { OutputOf } from '#contract/index.ts'
import { clientTypes } from '#contract/rules.ts'
import { keysOf } from '#contract/typed-keys.ts'
import type { Database } from '#server/database/database.ts'
import { releasedVersions } from '#server/modules/downloads/downloads.sql.ts'

export type Platform = OutputOf<'getDeviceList'>['list'][number]['platform']

/** iOS clients come from Apple's store, so the portal has no newer installer. */
const typeOf: Record<Platform, number | undefined> = { ...clientTypes, ios: undefined }
const platforms = keysOf(typeOf)

/** Returns a text that sorts as versions do, like the database's `device.client_version_key`. */
export function versionKey(version: string): string {
  const parts = version.split('.')
  return [0, 1, 2, 3].map(index => (parts[index] ?? '').slice(0, 6).padStart(6, '0')).join('')
}

export interface Released {
  /** The key of each platform's newest installer; iOS has none. */
  newest: { platform: Platform; key: string }[]
  /** The minimum version: the highest that was published as compulsory. */
  forced: { platform: Platform; key: string }[]
}

export async function released(system: Database): Promise<Released> {
  const published = await releasedVersions(system)
  const of = (platform: Platform) => published.find(release => release.client_type === typeOf[platform])
  return {
    newest: platforms.flatMap(platform => {
      const release = of(platform)
      return release ? [{ platform, key: versionKey(release.newest) }] : []
    }),
    forced: platforms.flatMap(platform => {
      const key = of(platform)?.forced.map(versionKey).sort().at(-1)
      return key ? [{ platform, key }] : []
    }),
  }
}

/** Reports whether a newer client has to be installed first. */
export const mustUpdate = ({ forced }: Pick<Released, 'forced'>, platform: Platform, version: string): boolean =>
  forced.some(least => least.platform === platform && versionKey(version) < least.key)
