import type { Figure } from '../bench/figures.ts'
import { expectNone } from './interruptions.ts'
import { type Client, withDatabase, withSite } from './site.ts'

const [password, next] = ['Blue-Sail-7', 'Green-Sea-8']

/**
 * A password is changed while logins with the old one and refreshes of other sessions are under way on two replicas. Afterwards
 * only the person who changed it may be logged in.
 */
export const sessionsSurviving = (rounds: number) =>
  withSite(async ({ client, start, replica }): Promise<Figure[]> => {
    const first = await start()
    const urls = [first.url, (await replica()).url]
    const at = (index: number) => urls[index % urls.length] ?? ''
    const people = await withDatabase(first, async (_, make) => {
      const list = []
      for (let round = 0; round < rounds; round += 1) {
        const account = await make.account({ password })
        list.push({ account, owner: await make.session(account), stolen: await make.session(account) })
      }
      return list
    })
    const survivors: string[] = []
    let [logins, refreshes, raced] = [0, 0, 0]
    for (const [round, { account, owner, stolen }] of people.entries()) {
      const sids = new Set<string>()
      const change = client.call(
        at(round),
        'changePassword',
        { old_password: password, password: next, password2: next },
        { sid: owner },
      )
      const attempts = [0, 1, 2, 3].map(async index => {
        const { code, data } = await client.call(
          at(round + index),
          'wLogin',
          { is_agree: 1, username: account.phone, password },
          {},
        )
        if (code !== 200) return
        logins += 1
        sids.add(data.sid)
      })
      const thief = refreshInTurn(client, at, { sid: stolen, until: change })
      const changed = await change
      if (changed.code !== 200) throw new Error(`changePassword answered ${changed.code} ${changed.msg}`)
      await Promise.all(attempts)
      const refreshed = await thief
      if (sids.size + refreshed.length) raced += 1
      refreshes += refreshed.length
      for (const sid of [stolen, ...refreshed]) sids.add(sid)
      const codes = await Promise.all([...sids].map(sid => client.call(at(round), 'checkManager', {}, { sid })))
      const alive = codes.filter(({ code }) => code === 200).length
      if (alive) survivors.push(`round ${round}: ${alive}`)
      const kept = await client.call(at(round + 1), 'checkManager', {}, { sid: owner })
      if (kept.code !== 200) survivors.push(`round ${round}: the owner was sent away (${kept.code})`)
    }
    return [
      expectNone(
        'sessions that outlived a changed password',
        survivors,
        `${rounds} rounds, ${logins} logins with the old password and ${refreshes} refreshes got a sid`,
      ),
      // A round in which no concurrent request got a sid has proved nothing.
      { name: 'rounds in which something got a sid', result: raced, unit: '', atLeast: Math.ceil(rounds / 2) },
    ]
  })

/** Refreshes a session again and again, at one replica after the other. Returns every sid that it got. */
async function refreshInTurn(
  client: Client,
  at: (index: number) => string,
  { sid, until }: { sid: string; until: Promise<unknown> },
): Promise<string[]> {
  const sids: string[] = []
  let over = false
  void until.finally(() => {
    over = true
  })
  for (let index = 0; ; index += 1) {
    const { code, data } = await client.call(at(index), 'refreshSession', {}, { sid: sids.at(-1) ?? sid })
    if (code !== 200) return sids
    sids.push(data.sid)
    if (over) return sids
  }
}
