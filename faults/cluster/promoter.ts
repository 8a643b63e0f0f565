import { setTimeout as sleep } from 'node:timers/promises'
import { type Place, standbyName, waitFor } from './postgres.ts'

/** Consecutive checks without an answer after which the primary counts as gone. */
const missesUntilGone = 3
const lookEvery = 200

export interface Pair {
  primary(): Place
  /** Resolves once a synchronous standby has everything that is acknowledged. */
  redundant(): Promise<void>
  end(): Promise<void>
}

/**
 * Keeps a primary and a synchronous standby. When the primary does not answer, it is fenced and the standby promoted; then the
 * other place is filled again as the standby. Only a standby that was synchronous is promoted, so nothing that was acknowledged is
 * lost.
 */
export async function keepPair([first, second]: [Place, Place], log: (text: string) => void): Promise<Pair> {
  let [primary, standby] = [first, second]
  let synchronous = false
  let ending = false

  const role = (client: Parameters<Parameters<Place['as']>[0]>[0], names: string) =>
    client
      .query(`alter system set synchronous_standby_names = '${names}'`)
      .then(() => client.query('select pg_reload_conf()'))
  const attach = async () => {
    await standby.copyFrom(primary)
    standby.start(primary.port)
    const isIn = (condition: string) => () =>
      primary.as(async client => {
        const text = `select from pg_stat_replication where application_name = $1 and ${condition}`
        return (await client.query(text, [standbyName])).rowCount === 1
      })
    await waitFor('the standby streams', isIn(`state = 'streaming'`))
    await primary.as(client => role(client, standbyName))
    await waitFor('the standby is synchronous', isIn(`sync_state = 'sync'`))
    synchronous = true
  }
  const answers = () =>
    primary
      .as(async client => (await client.query('select pg_is_in_recovery() as standby')).rows[0]?.standby === false)
      .catch(() => false)
  const watch = async () => {
    for (let misses = 0; !ending; await sleep(lookEvery)) {
      misses = (await answers()) ? 0 : misses + 1
      if (misses < missesUntilGone || ending || !synchronous) continue
      synchronous = false
      // A primary that was only frozen must not accept writes again.
      await primary.kill()
      await standby.as(client => client.query('select pg_promote()'))
      log(`127.0.0.1:${primary.port} 没有应答，已由 127.0.0.1:${standby.port} 接替`)
      ;[primary, standby] = [standby, primary]
      misses = 0
      if (!ending) await attach()
    }
  }

  await attach()
  const watching = watch().catch(error => log(`接替失败：${error}`))
  return {
    primary: () => primary,
    redundant: () => waitFor('a synchronous standby', async () => synchronous),
    async end() {
      ending = true
      await watching
      await Promise.all([primary.stop(), standby.stop()])
    },
  }
}
