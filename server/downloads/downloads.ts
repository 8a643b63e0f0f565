import { clientTypes } from '#contract/rules.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { findFile, type InstallerRow, newestOf, releasedVersions } from './downloads.sql.ts'

export type ClientType = (typeof clientTypes)[keyof typeof clientTypes]

export interface Installer {
  id: string
  clientType: ClientType
  version: string
  /** Absolute. */
  url: string
  /** Bytes. */
  size: number
  sha256: string
  notes: string
  forceUpdate: boolean
  publishedAt: Date
}

/** Where a file is: elsewhere, or at an address of ours. */
export const addressOf = (
  { id, url, file_name }: Pick<InstallerRow, 'id' | 'url' | 'file_name'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string => url ?? `${publicUrl}/downloads/${id}/${encodeURIComponent(file_name ?? '')}`

const shown = (row: InstallerRow, config: Pick<Config, 'publicUrl'>): Installer => ({
  id: row.id,
  clientType: row.client_type,
  version: row.version,
  url: addressOf(row, config),
  size: row.size,
  sha256: row.sha256,
  notes: row.notes,
  forceUpdate: row.force_update,
  publishedAt: row.published_at,
})

/** The newest published installer of a type, if any. */
export async function newestInstaller(
  database: Database,
  config: Pick<Config, 'publicUrl'>,
  clientType: ClientType,
): Promise<Installer | undefined> {
  const [row] = await newestOf(database, [clientType])
  return row && shown(row, config)
}

/** The newest of every type that has one: Windows, Mac, Android. */
export async function newestInstallers(database: Database, config: Pick<Config, 'publicUrl'>): Promise<Installer[]> {
  const order: ClientType[] = [clientTypes.windows, clientTypes.mac, clientTypes.android]
  const rows = await newestOf(database, order)
  return order.flatMap(type => rows.filter(row => row.client_type === type).map(row => shown(row, config)))
}

/** What `/downloads/<installer id>/<file name>` sends; undefined for an unknown, unpublished or foreign-hosted installer. */
export const installerFile = (database: Database, installerId: string) => findFile(database, installerId)

/** What is published for each client type: the version to compare with, and those that nobody may stay below. */
export const releases = (database: Database) => releasedVersions(database)
