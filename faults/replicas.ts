import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Figure } from '../bench/figures.ts'
import { expectNone } from './interruptions.ts'
import { type Client, makeBuyers, withDatabase, withSite } from './site.ts'

/** The number of buyers who compete over two replicas for something that only one can have. */
const rivals = 200
const copies = 100

const tally = (codes: number[]) =>
  Object.entries(Object.groupBy(codes, code => code)).map(([code, of]) => `${code}: ${of?.length}`)

/** Of many requests for the last coupon, the last address or with one key, exactly one must succeed. */
export const races = (times: number) =>
  withSite(async ({ client, start, replica }) => {
    const first = await start()
    const urls = [first.url, (await replica()).url]
    const at = (index: number) => urls[index % urls.length] ?? ''
    const faults: string[] = []
    const tallies = new Set<string>()
    // One factory creates them all: another one would start again with the same addresses.
    const prizes = await withDatabase(first, async (_, make) => {
      const rounds = []
      for (let round = 0; round < times; round += 1)
        rounds.push({
          buyers: await makeBuyers(make, rivals),
          coupon: await make.couponType({ total: 1 }),
          sku: await make.sku({ stock: 1 }),
          hours: await make.sku({ product: 'hours' }),
        })
      return rounds
    })
    for (const { buyers, coupon, sku, hours } of prizes) {
      const basket = ({ id, packageId }: typeof sku) => ({
        kind: 'purchase' as const,
        items: [{ sku_id: id, package_type_id: packageId, quantity: 1 }],
      })
      const expectOne = (prize: string, codes: number[]) => {
        tallies.add(`${prize} ${tally(codes)}`)
        if (codes.filter(code => code === 200).length !== 1) faults.push(`${prize}: ${tally(codes)}`)
      }
      const claims = await Promise.all(
        buyers.map(({ sid }, index) => client.call(at(index), 'getCoupon', { coupon_type_id: coupon.id }, { sid })),
      )
      expectOne(
        'coupon',
        claims.map(({ code }) => code),
      )
      const orders = await Promise.all(
        buyers.map(({ sid }, index) =>
          client.call(at(index), 'createOrder', { ...basket(sku), request_key: crypto.randomUUID() }, { sid }),
        ),
      )
      expectOne(
        'address',
        orders.map(({ code }) => code),
      )
      const [one] = buyers
      const request_key = crypto.randomUUID()
      const same = await Promise.all(
        Array.from({ length: copies }, (_, index) =>
          client.call(at(index), 'createOrder', { ...basket(hours), request_key }, { sid: one?.sid ?? '' }),
        ),
      )
      const answers = new Set(same.map(({ code, data }) => (code === 200 ? data.order_id : code)))
      // If all got the same refusal, that would be one answer, too.
      const [answer] = answers
      if (answers.size !== 1 || typeof answer !== 'string') faults.push(`one key: ${[...answers].join(', ')}`)
    }
    return [
      expectNone(
        'of 200 claims, 200 orders and 100 copies of one, other than exactly one',
        faults,
        `${times} times; ${[...tallies].slice(0, 4).join('; ')}`,
      ),
    ]
  })

const maxDelay = 1_000

/** Returns the milliseconds until `isTrue`, or infinity after ten seconds. */
async function until(isTrue: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - began > 10_000) return Number.POSITIVE_INFINITY
    await sleep(10)
  }
  return performance.now() - began
}

/** Ending a session or revoking a right on one replica must take effect on the other, and limits are counted together. */
export const shared = () =>
  withSite(async ({ client, start, replica }) => {
    const [first, second] = [await start(), await replica()]
    const refusedAtSecond = (sid: string) =>
      until(async () => (await client.call(second.url, 'wGetUserInfo', {}, { sid })).code !== 200)
    const figures: Figure[] = []
    const addFigure = (name: string, result: number) => figures.push({ name, result, unit: 'ms', atMost: maxDelay })

    const person = await client.register(first.url)
    await client.call(first.url, 'signOut', {}, { sid: person.sid })
    addFigure('signed out here, refused there', await refusedAtSecond(person.sid))

    const { manager, employee, employeeId } = await withDatabase(first, async (_, make) => {
      const { owner, employees } = await make.company({ employees: 1 })
      const [member] = employees
      if (!member) throw new Error('nobody was made')
      return {
        manager: await make.session(owner.account),
        employee: await make.session(member.account),
        employeeId: member.id,
      }
    })
    const disabled = { employee_id: employeeId, state: 'disabled' as const }
    await client.call(first.url, 'setCompanyUser', disabled, { sid: manager })
    addFigure('an employee disabled here, refused there', await refusedAtSecond(employee))

    // Both replicas count failed logins towards the same delay.
    const [codes, apart] = [
      await failedLogins(client, [first.url, second.url]),
      await failedLogins(client, [first.url]),
    ]
    figures.push(
      expectNone(
        'more failed logins let through by two replicas than by one',
        letThrough(codes) > letThrough(apart)
          ? [`${letThrough(codes)} of ${codes.length}, one replica ${letThrough(apart)}`]
          : [],
        `codes ${tally(codes)}`,
      ),
    )
    return figures
  })

const letThrough = (codes: number[]) => codes.filter(code => code !== 429 && code !== codes.at(-1)).length

/** Fails twelve logins of a new account from one address, at the given replicas in turn. */
async function failedLogins(client: Client, urls: string[]): Promise<number[]> {
  const at = (attempt: number) => urls[attempt % urls.length] ?? ''
  const { phone } = await client.register(at(0))
  const ip = client.newAddress()
  const codes: number[] = []
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const input = { is_agree: 1, username: phone, password: 'Wrong-1357' } as const
    codes.push((await client.call(at(attempt), 'wLogin', input, { ip })).code)
  }
  return codes
}

/** A replica with a wrong clock must accept what another issues and vice versa, because the database's clock decides. */
export const clocks = () =>
  withSite(async ({ client, start, replica, folder }) => {
    const accurate = await start()
    const faults: string[] = []
    for (const hours of [-2, 2]) {
      const skew = join(folder, `skew${hours}.mjs`)
      writeFileSync(skew, skewedDate(hours * 3_600_000))
      const skewedReplica = await replica({ NODE_OPTIONS: `--import=${skew}` })
      const expectOk = (step: string, code: number, msg: string) => {
        if (code !== 200) faults.push(`${hours} h: ${step}: ${code} ${msg}`)
      }
      for (const [local, peer] of [
        [accurate, skewedReplica],
        [skewedReplica, accurate],
      ] as const) {
        const phone = `135${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
        const password = 'Clocks-2468'
        await client.call(local.url, 'sendVerificationCode', { send_type: 1, account: phone, email_type: 'register' })
        const captcha = await client.codeSentTo(local.url, phone)
        const registered = await client.call(peer.url, 'wRegister', {
          is_agree: 1,
          username: phone,
          password,
          captcha,
        })
        expectOk('register with a code of the other', registered.code, registered.msg)
        const { sid } = registered.data
        const info = await client.call(local.url, 'wGetUserInfo', {}, { sid })
        expectOk('a session of the other', info.code, info.msg)
        const login = await client.call(local.url, 'wLogin', { is_agree: 1, username: phone, password })
        expectOk('login', login.code, login.msg)
      }
      const { sid, basket } = await withDatabase(accurate, async (_, make) => {
        const [buyer] = await makeBuyers(make, 1)
        const { id, packageId } = await make.sku({ product: 'hours' })
        const items = [{ sku_id: id, package_type_id: packageId, quantity: 1 }]
        return { sid: buyer?.sid ?? '', basket: { kind: 'purchase' as const, items } }
      })
      const order = await client.call(
        skewedReplica.url,
        'createOrder',
        { ...basket, request_key: crypto.randomUUID() },
        { sid },
      )
      expectOk('an order', order.code, order.msg)
      await sleep(2_000)
      const state = await withDatabase(
        accurate,
        system =>
          system.row(z.object({ state: z.string(), minutes: z.number() }))`
          select state, extract(epoch from pays_until - created_at)::float8 / 60 as minutes from shop_order
          where id = ${order.data.order_id}`,
      )
      if (state?.state !== 'pending' || Math.abs(state.minutes - 30) > 1)
        faults.push(`${hours} h: the order is ${state?.state}, to be paid within ${state?.minutes} minutes`)
      await skewedReplica.stop()
    }
    return [
      expectNone(
        'a replica whose clock is two hours off: refusals, orders with another time to pay',
        faults,
        '-2 h, +2 h',
      ),
    ]
  })

const skewedDate = (milliseconds: number) => `
const Right = Date
globalThis.Date = class extends Right {
  constructor(...input) { input.length ? super(...input) : super(Right.now() + ${milliseconds}) }
  static now() { return Right.now() + ${milliseconds} }
}
`
