import type { z } from 'zod'
import type { installer } from '#contract/records/installer.ts'
import { clientTypes } from '#contract/rules.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { type InstallerRow, newestOf } from './downloads.sql.ts'

type Address = Pick<Config, 'publicUrl'>
type Installer = Omit<z.output<typeof installer.schema>, 'state' | 'withdrawn_at'>

/** Returns the absolute address of a file stored here. */
export const installerAddress = ({ publicUrl }: Address, installerId: string, fileName: string) =>
  `${publicUrl}/downloads/${installerId}/${encodeURIComponent(fileName)}`

/** Adds the absolute address to a row, of an external file or of one stored here. */
export const withAddress = <Row extends InstallerRow>(row: Row, config: Address) => ({
  ...row,
  file_name: row.file_name ?? '',
  url: row.url ?? installerAddress(config, row.installer_id, row.file_name ?? ''),
})

/** Returns the newest published installer of a type, if any. */
export async function newestInstaller(
  database: Database,
  config: Address,
  clientType: Installer['client_type'],
): Promise<Installer | undefined> {
  const [row] = await newestOf(database, [clientType])
  return row && withAddress(row, config)
}

/** Returns the newest of every type that has one, in the order Windows, Mac, Android. */
export async function newestInstallers(database: Database, config: Address): Promise<Installer[]> {
  const order: Installer['client_type'][] = [clientTypes.windows, clientTypes.mac, clientTypes.android]
  const rows = await newestOf(database, order)
  return order.flatMap(type => rows.filter(row => row.client_type === type).map(row => withAddress(row, config)))
}
