import type { PortalProcess } from '#server/testing/portal-process.ts'
import type { Figure } from './figures.ts'
import { cleanLoad } from './load.ts'
import { password } from './portal.ts'

const headers = { authorization: 'portal-web 1201' }

/** Requests per second of ordinary traffic, fixed so that it doesn't saturate the machine itself. */
const traffic = 100

/** Measures other people's calls while 50 people press the login button again and again. */
export async function logins(
  portal: PortalProcess,
  { phones, sids, seconds }: { phones: string[]; sids: string[]; seconds: number },
): Promise<Figure[]> {
  const calls = { url: `${portal.url}/api/v1/user/getSessionList`, headers, connections: 10, rate: traffic }
  const bodies = sids.map(sid => ({ sid }))
  const quiet = await cleanLoad({ ...calls, bodies, duration: seconds })
  const during = async (usernames: string[]) => {
    const running = cleanLoad({
      url: `${portal.url}/api/v1/user/wLogin`,
      bodies: usernames.map(username => ({ is_agree: 1, username, password })),
      headers,
      connections: 50,
      duration: seconds + 2,
    })
    const [login, others] = await Promise.all([
      running,
      // Start once the logins are under way.
      new Promise(resolve => setTimeout(resolve, 1000)).then(() => cleanLoad({ ...calls, bodies, duration: seconds })),
    ])
    return { login, others }
  }
  const cases = [
    ['of 50 accounts', phones.slice(0, 50)],
    ['of one account', phones.slice(0, 1)],
  ] as const
  const figures: Figure[] = []
  for (const [about, usernames] of cases) {
    const { login, others } = await during([...usernames])
    figures.push({
      name: `50 logins at once, ${about}: p99 of other calls`,
      result: others.p99,
      unit: 'ms',
      atMost: 100,
      note: `p50 ${others.p50} ms (${quiet.p50} ms, p99 ${quiet.p99} ms without); ${login.perSecond.toFixed(0)} logins per s, p99 ${login.p99} ms`,
    })
  }
  return figures
}
