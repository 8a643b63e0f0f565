import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Figure } from '../bench/figures.ts'
import { none } from './ended.ts'
import { type Client, inside, makeBuyers, withSite } from './site.ts'

/** So many ask for one thing that one alone can have, over two replicas. */
const rivals = 200
const copies = 100

const tally = (codes: number[]) =>
  Object.entries(Object.groupBy(codes, code => code)).map(([code, of]) => `${code}: ${of?.length}`)

/** The last coupon, the last address, one key sent again and again: exactly one has it. */
export const races = (times: number) =>
  withSite(async ({ client, start, replica }) => {
    const first = await start()
    const urls = [first.url, (await replica()).url]
    const at = (index: number) => urls[index % urls.length] ?? ''
    const faults: string[] = []
    const seen = new Set<string>()
    // All by one factory: another one would begin again with the same addresses.
    const prizes = await inside(first, async (_, make) => {
      const made = []
      for (let round = 0; round < times; round += 1)
        made.push({
          buyers: await makeBuyers(make, rivals),
          coupon: await make.couponType({ total: 1 }),
          sku: await make.sku({ stock: 1 }),
          hours: await make.sku({ product: 'hours' }),
        })
      return made
    })
    for (const { buyers, coupon, sku, hours } of prizes) {
      const basket = ({ id, packageId }: typeof sku) => ({
        kind: 'purchase' as const,
        items: [{ sku_id: id, package_type_id: packageId, quantity: 1 }],
      })
      const expectOne = (what: string, codes: number[]) => {
        seen.add(`${what} ${tally(codes)}`)
        if (codes.filter(code => code === 200).length !== 1) faults.push(`${what}: ${tally(codes)}`)
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
      const ids = new Set(same.map(({ code, data }) => (code === 200 ? data.order_id : code)))
      if (ids.size !== 1) faults.push(`one key: ${[...ids].join(', ')}`)
    }
    return [
      none(
        'of 200 claims, 200 orders and 100 copies of one, other than exactly one',
        faults,
        `${times} times; ${[...seen].slice(0, 4).join('; ')}`,
      ),
    ]
  })

const within = 1_000

/** Milliseconds until `isTrue`; more than ten seconds is for ever. */
async function until(isTrue: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - began > 10_000) return Number.POSITIVE_INFINITY
    await sleep(10)
  }
  return performance.now() - began
}

/** What ends a session or takes a right away on one replica holds on the other; limits are counted together. */
export const shared = () =>
  withSite(async ({ client, start, replica }) => {
    const [first, second] = [await start(), await replica()]
    const refusedAtSecond = (sid: string) =>
      until(async () => (await client.call(second.url, 'wGetUserInfo', {}, { sid })).code !== 200)
    const figures: Figure[] = []
    const took = (name: string, result: number) => figures.push({ name, result, unit: 'ms', atMost: within })

    const someone = await client.register(first.url)
    await client.call(first.url, 'signOut', {}, { sid: someone.sid })
    took('signed out here, refused there', await refusedAtSecond(someone.sid))

    const { manager, employee, employeeId } = await inside(first, async (_, make) => {
      const { owner, employees } = await make.company({ employees: 1 })
      const [other] = employees
      if (!other) throw new Error('nobody was made')
      return {
        manager: await make.session(owner.account),
        employee: await make.session(other.account),
        employeeId: other.id,
      }
    })
    const disabled = { employee_id: employeeId, state: 'disabled' as const }
    await client.call(first.url, 'setCompanyUser', disabled, { sid: manager })
    took('an employee disabled here, refused there', await refusedAtSecond(employee))

    // The wait that failed logins bring is counted together.
    const [codes, apart] = [
      await failedLogins(client, [first.url, second.url]),
      await failedLogins(client, [first.url]),
    ]
    figures.push(
      none(
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

/** Twelve of a new account from one address, at these in turn. */
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

/** A replica whose clock is wrong by so much: what one gives, the other takes. The database's clock decides. */
export const clocks = () =>
  withSite(async ({ client, start, replica, folder }) => {
    const right = await start()
    const faults: string[] = []
    for (const hours of [-2, 2]) {
      const skew = join(folder, `skew${hours}.mjs`)
      writeFileSync(skew, skewed(hours * 3_600_000))
      const wrong = await replica({ NODE_OPTIONS: `--import=${skew}` })
      const expectOk = (what: string, code: number, msg: string) => {
        if (code !== 200) faults.push(`${hours} h: ${what}: ${code} ${msg}`)
      }
      for (const [here, there] of [
        [right, wrong],
        [wrong, right],
      ] as const) {
        const phone = `135${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
        const password = 'Clocks-2468'
        await client.call(here.url, 'sendVerificationCode', { send_type: 1, account: phone, email_type: 'register' })
        const captcha = await client.codeSentTo(here.url, phone)
        const registered = await client.call(there.url, 'wRegister', {
          is_agree: 1,
          username: phone,
          password,
          captcha,
        })
        expectOk('register with a code of the other', registered.code, registered.msg)
        const { sid } = registered.data
        const info = await client.call(here.url, 'wGetUserInfo', {}, { sid })
        expectOk('a session of the other', info.code, info.msg)
        const login = await client.call(here.url, 'wLogin', { is_agree: 1, username: phone, password })
        expectOk('login', login.code, login.msg)
      }
      const { sid, basket } = await inside(right, async (_, make) => {
        const [buyer] = await makeBuyers(make, 1)
        const { id, packageId } = await make.sku({ product: 'hours' })
        const items = [{ sku_id: id, package_type_id: packageId, quantity: 1 }]
        return { sid: buyer?.sid ?? '', basket: { kind: 'purchase' as const, items } }
      })
      const order = await client.call(
        wrong.url,
        'createOrder',
        { ...basket, request_key: crypto.randomUUID() },
        { sid },
      )
      expectOk('an order', order.code, order.msg)
      await sleep(2_000)
      const state = await inside(right, system =>
        system.row<{ state: string; minutes: number }>(sql`
          select state, extract(epoch from pays_until - created_at)::float8 / 60 as minutes from shop_order
          where id = ${order.data.order_id}`),
      )
      if (state?.state !== 'pending' || Math.abs(state.minutes - 30) > 1)
        faults.push(`${hours} h: the order is ${state?.state}, to be paid within ${state?.minutes} minutes`)
      await wrong.stop()
    }
    return [
      none('a replica whose clock is two hours off: refusals, orders with another time to pay', faults, '-2 h, +2 h'),
    ]
  })

const skewed = (milliseconds: number) => `
const Right = Date
globalThis.Date = class extends Right {
  constructor(...given) { given.length ? super(...given) : super(Right.now() + ${milliseconds}) }
  static now() { return Right.now() + ${milliseconds} }
}
`
