import type { Client } from 'pg'

export type Mode = 'demo' | 'production'

/** The database belongs to the other mode; the message says what to do. */
export class OtherMode extends Error {}

const remedies: Record<Mode, string> = {
  demo: '这个数据库属于演示，里面有人人知道密码的账号，不能以 production 启动：请为正式环境换一个空数据库（DATABASE_URL，或另一个 DATA_DIR）',
  production: '这个数据库属于正式环境，不能以演示模式启动：请设置 PORTAL_MODE=production，或为演示换一个空数据库',
}

/** Throws OtherMode. An unused database belongs to neither mode. */
export async function refuseOtherMode(client: Client, mode: Mode): Promise<void> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('installation') is not null as exists`,
  )
  if (!tables[0]?.exists) return
  const { rows } = await client.query<{ mode: Mode }>('select mode from installation')
  const [installation] = rows
  if (installation && installation.mode !== mode) throw new OtherMode(remedies[installation.mode])
}

/** Stores the mode in an unused database, and throws OtherMode if the database belongs to the other mode. */
export async function claimMode(client: Client, mode: Mode): Promise<void> {
  await client.query('insert into installation (mode) values ($1) on conflict do nothing', [mode])
  await refuseOtherMode(client, mode)
}
