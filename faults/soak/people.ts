import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { z } from 'zod'
import { type CallName, contract, type InputOf } from '#contract/index.ts'
import { type OperationInput, type OperationName, operations } from '#contract/operations/index.ts'
import { readConfig } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { signedNotification, toNotification } from '#server/integrations/gateways/sandbox-notify.ts'
import { decideTrade } from '#server/integrations/gateways/sandbox-trades.ts'
import { workbook } from '#server/testing/hostile-files.ts'
import { onePage } from '#server/testing/pdf.ts'
import { type Client, type Make, randomBetween } from '../site.ts'

export interface Street {
  client: Client
  system: Database
  make: Make
  /** Returns the replicas in turn. */
  url(): string
  isOver(): boolean
  record(what: string, act: () => Promise<string | undefined>): Promise<unknown>
}

const clients = 40

/** Checks for a success; the text of a failure goes into the journal. */
const failureOf = (expected: number[], { code, msg }: { code: number; msg: string }) =>
  expected.includes(code) ? undefined : `${code} ${msg}`

export async function openStreet(street: Street): Promise<(() => Promise<void>)[]> {
  const { client, system, make, url, isOver, record } = street
  const every = async (seconds: number, act: () => Promise<unknown>) => {
    await sleep(randomBetween(0, seconds * 1000))
    for (; !isOver(); await sleep(seconds * randomBetween(500, 1500))) await act()
  }
  const company = await make.company({ managers: 1, employees: clients })
  const sid = await make.session(company.owner.account)
  const owner = await make.operator('owner')
  const support = await make.operator('support')
  const hours = await make.sku({ product: 'hours' })

  const call = <Name extends CallName>(name: Name, input: InputOf<Name>, of = sid, codes = [200]) =>
    record(name, async () =>
      failureOf(codes, await client.call(url(), name, input, { sid: of, key: crypto.randomUUID() })),
    )
  const operate = <Name extends OperationName>(name: Name, input: OperationInput<Name>, token: string) =>
    record(name, async () => {
      const response = await fetch(`${url()}/api/operations${operations[name].path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: 'operations-web 1201',
          'idempotency-key': crypto.randomUUID(),
          cookie: `operator=${token}`,
        },
        body: JSON.stringify(input),
      })
      return failureOf([200], (await response.json()) as { code: number; msg: string })
    })

  /** An order is placed, paid at the sandbox's cashier and notified; then it must be fulfilled. */
  const pay = () =>
    record('an order paid', async () => {
      const items = [{ sku_id: hours.id, package_type_id: hours.packageId, quantity: 1 }]
      const requested = async <Name extends CallName>(name: Name, input: InputOf<Name>) => {
        const answer = await client.call(url(), name, input, { sid, key: crypto.randomUUID() })
        if (answer.code !== 200) throw new Error(`${name}: ${answer.code} ${answer.msg}`)
        return answer.data
      }
      const { order_id } = await requested('createOrder', { kind: 'purchase', items, request_key: crypto.randomUUID() })
      const { payment_id } = await requested('orderOpera', { order_id, opera: 'pay', gateway: 'sandbox' })
      const row = await system.row(z.object({ out_trade_no: z.string() }))`
        select out_trade_no from payment where id = ${payment_id ?? ''}`
      const trade = await decideTrade(system, row?.out_trade_no ?? '', 'paid')
      if (!trade) return 'the cashier took no money'
      const notification = signedNotification(readConfig({}), toNotification(trade))
      const { ok } = await fetch(`${url()}/notify/sandbox`, { method: 'POST', ...notification })
      const { state } = await requested('getOrderDetailByOrderId', { order_id })
      return ok && state === 'fulfilled' ? undefined : `paid, and ${state}`
    })

  const newcomer = () =>
    record('somebody registers and logs in', async () => {
      const { phone, sid } = await client.register(url())
      const login = await client.login(url(), phone)
      await client.call(url(), 'signOut', {}, { sid })
      return failureOf([200], login)
    })

  const picture = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#3377cc' } })
    .jpeg()
    .toBuffer()
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
  const sheet = workbook(
    `<sheetData><row r="1">${text('A1', '姓名')}${text('B1', '手机号')}</row><row r="2">${text('A2', '王小明')}${text('B2', '13900001111')}</row></sheetData>`,
  )
  const send = (name: 'uploadFile' | 'previewEmployeeImport', fileName: string, content: Buffer) =>
    record(`${name} ${fileName}`, async () => {
      const form = new FormData()
      // A person may upload a limited number of files a day, so people take turns.
      const uploader = devices[uploads++ % devices.length]
      form.append('sid', name === 'uploadFile' ? (uploader?.sid ?? '') : sid)
      if (name === 'uploadFile') form.append('purpose', 'licence')
      form.append('file', new Blob([new Uint8Array(content)]), fileName)
      const response = await fetch(`${url()}/api${contract[name].path}`, { method: 'POST', body: form })
      return failureOf([200], (await response.json()) as { code: number; msg: string })
    })
  /** The connection breaks in the middle of the file. */
  const breakOff = () =>
    record('an upload broken off', async () => {
      const outgoing = request(`${url()}/api${contract.uploadFile.path}`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': picture.length + 1000 },
      }).on('error', () => {})
      outgoing.write(
        `--b\r\ncontent-disposition: form-data; name="sid"\r\n\r\n${sid}\r\n--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nlicence\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`,
      )
      outgoing.write(picture.subarray(0, picture.length / 2))
      await sleep(200)
      outgoing.destroy()
      return undefined
    })

  const devices: { id: string; sid: string }[] = []
  let uploads = 0
  for (const { id, account } of company.employees)
    devices.push({
      id: (await make.device({ companyId: company.id, employeeId: id })).id,
      sid: await make.session(account),
    })
  await system.change`
    update employee set service_ends_at = now() + interval '30 days' where company_id = ${company.id}`
  /** A client waits for a change; every fourth wait is broken off, as by a notebook that is closed. */
  const wait = async (device: { id: string; sid: string }, index: number) => {
    const address = url()
    for (let turn = index; !isOver(); turn += 1)
      await record('waitForChange', async () => {
        const lines = await client.call(address, 'getUsableLines', { device_id: device.id }, { sid: device.sid })
        if (lines.code !== 200) return `${lines.code} ${lines.msg}`
        const signal = AbortSignal.timeout(turn % 4 ? 60_000 : Math.round(randomBetween(1_000, 20_000)))
        const answer = await fetch(`${address}/api${contract.waitForChange.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': client.newAddress() },
          body: JSON.stringify({ sid: device.sid, device_id: device.id, version: lines.data.version }),
          signal,
        }).catch(() => undefined)
        if (!answer) return turn % 4 ? 'no answer' : undefined
        return failureOf([200], (await answer.json()) as { code: number; msg: string })
      })
  }
  const suspend = () =>
    system.change`
      update device set auth_state = case auth_state when 'authorized' then 'suspended' else 'authorized' end
      where company_id = ${company.id} and random() < 0.5`

  return [
    () => every(4, pay),
    () => every(12, newcomer),
    () => every(10, () => send('uploadFile', 'a.jpg', picture)),
    () => every(20, () => send('uploadFile', 'a.pdf', onePage())),
    () => every(200, () => send('previewEmployeeImport', 'a.xlsx', sheet)),
    () => every(15, breakOff),
    () => every(90, () => call('exportDevices', {})),
    () => every(3, () => call('getCompanyUserList', {})),
    () => every(5, () => call('getOrderList', {})),
    () => every(8, () => operate('getDashboard', {}, owner.token)),
    () => every(8, () => operate('getHealth', {}, owner.token)),
    () => every(6, () => operate('getCompanyList', {}, support.token)),
    () => every(20, () => operate('giftCompanyHours', giftTo(company.id), support.token)),
    () => every(25, suspend),
    () => every(15, () => record('metrics', async () => ((await fetch(`${url()}/metrics`)).ok ? undefined : 'not ok'))),
    ...devices.map((device, index) => () => wait(device, index)),
  ]
}

const giftTo = (company_id: string) => ({ company_id, days: 1, note: '长时间测试', request_key: crypto.randomUUID() })
