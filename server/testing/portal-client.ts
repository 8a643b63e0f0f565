import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CallName, contract, type InputOf, type OutputOf } from '#contract/index.ts'

export interface ClientAnswer<Name extends CallName> {
  code: number
  msg: string
  data: OutputOf<Name>
  /** True if the portal closes the connection after this answer. */
  last: boolean
}

export interface Registered {
  phone: string
  sid: string
}

/**
 * Acts for people who use a portal over HTTP, each call from a new address, so that no limit gets in the way: the portal has to run
 * with TRUST_PROXY=127.0.0.1. Close it at the end.
 */
export function portalClient({ password = 'Faults-2468' } = {}) {
  // The portal closes an idle connection after 65 s; a request that is sent at that instant would be lost.
  const agent = new Agent({ keepAlive: true, maxSockets: 100, timeout: 30_000 })
  let addresses = 0
  let phones = 0
  const newAddress = () => {
    addresses += 1
    return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  }

  /** Rejects when the connection ends before the whole answer: such a request was not acknowledged. */
  function call<Name extends CallName>(
    url: string,
    name: Name,
    input: InputOf<Name>,
    { sid, ip = newAddress(), key }: { sid?: string; ip?: string; key?: string } = {},
  ) {
    return new Promise<ClientAnswer<Name>>((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': ip,
        ...(key !== undefined && { 'idempotency-key': key }),
      }
      const outgoing = request(`${url}/api${contract[name].path}`, { method: 'POST', agent, headers }, async answer => {
        try {
          const body = await text(answer)
          if (!answer.complete) throw new Error('the answer was cut')
          resolve({ ...JSON.parse(body), last: answer.headers.connection === 'close' })
        } catch (error) {
          reject(error)
        }
      })
      outgoing.on('error', reject)
      outgoing.end(JSON.stringify({ ...(input as object), ...(sid && { sid }) }))
    })
  }

  async function codeSentTo(url: string, phone: string): Promise<string> {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(10)) {
      const [newest] = (await (await fetch(`${url}/demo/outbox?phone=${phone}`)).json()) as { code: string }[]
      if (newest?.code) return newest.code
    }
    throw new Error('no code came')
  }

  async function register(url: string): Promise<Registered> {
    phones += 1
    const phone = `137${String(phones).padStart(8, '0')}`
    await call(url, 'sendVerificationCode', { send_type: 1, account: phone, email_type: 'register' })
    const captcha = await codeSentTo(url, phone)
    const { code, data } = await call(url, 'wRegister', { is_agree: 1, username: phone, password, captcha })
    if (code !== 200) throw new Error(`registration answered ${code}`)
    return { phone, sid: data.sid }
  }

  const login = (url: string, phone: string) => call(url, 'wLogin', { is_agree: 1, username: phone, password })

  return { call, newAddress, codeSentTo, register, login, close: () => agent.destroy() }
}
