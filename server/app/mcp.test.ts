import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call } = portal
await portal.app.listen({ host: '127.0.0.1', port: 0 })
const url = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`
const root = join(import.meta.dirname, '../..')

interface ToolResult {
  content: { text: string }[]
  isError?: boolean
}
type Answer = { action: string; content?: { confirmed: boolean } }

/** Starts the server as an assistant's program does, with a user whose answers come from `answer`. */
async function assistant(token: string, answer?: (message: string) => Answer) {
  const child = spawn(process.execPath, [join(root, 'clients/mcp/main.ts')], {
    env: { ...process.env, PORTAL_URL: url, PORTAL_TOKEN: token },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  interface Reply {
    result?: unknown
    error?: { code: number }
  }
  const waiting = new Map<number, (message: Reply) => void>()
  const questions: string[] = []
  const notifications: string[] = []
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  createInterface({ input: child.stdout }).on('line', line => {
    const message = JSON.parse(line) as {
      id: number
      method?: string
      params?: { message: string }
      result?: unknown
      error?: { code: number }
    }
    if (message.method === 'elicitation/create') {
      questions.push(message.params?.message ?? '')
      write({ id: message.id, result: answer?.(message.params?.message ?? '') })
    } else if (message.method !== undefined) notifications.push(message.method)
    else waiting.get(message.id)?.(message)
  })
  let next = 0
  const request = (method: string, params: object) =>
    new Promise<{ result?: unknown; error?: { code: number } }>(resolve => {
      next += 1
      waiting.set(next, resolve)
      write({ id: next, method, params })
    })
  const capabilities = answer ? { elicitation: {} } : {}
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities,
    clientInfo: { name: 'test', version: '1' },
  })
  write({ method: 'notifications/initialized' })
  const use = async (name: string, input: object = {}) =>
    (await request('tools/call', { name, arguments: input })).result as ToolResult
  return { request, use, questions, notifications }
}

const idIn = ({ content }: ToolResult) => /confirmation_id 为 ([\w-]+)/.exec(content[0]?.text ?? '')?.[1] ?? ''
const newCompany = async (scopes: string[]) => {
  const company = await make.company({ employees: 1 })
  const [employee] = company.employees
  if (!employee) throw new Error('the company has an employee')
  const { secret } = await make.apiToken(company, { scopes })
  const sid = await make.session(company.owner.account)
  const people = async () => (await call('getCompanyUserList', {}, { sid })).data.total
  return { company, employee, secret, people }
}

test('the server offers what the token may do, reads at once, and refuses the rest', async () => {
  const { secret } = await newCompany(['people:read'])
  const { request, use } = await assistant(secret)
  const { tools } = (await request('tools/list', {})).result as { tools: { name: string; inputSchema: object }[] }
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['getCompanyUserList', 'getCompanyUserDetail', 'confirm']),
  )
  expect(tools.map(({ name }) => name)).not.toContain('delCompanyUser')
  expect(JSON.stringify(tools)).not.toContain('"sid"')
  expect(JSON.parse((await use('getCompanyUserList')).content[0]?.text ?? '')).toMatchObject({ total: 2 })
  expect(await use('getCompanyUserList', { page: 0 })).toMatchObject({ isError: true })
  const outside = { name: 'delCompanyUser', arguments: { employee_ids: [] } }
  expect((await request('tools/call', outside)).error?.code).toBe(-32602)
  expect((await request('resources/list', {})).error?.code).toBe(-32601)
})

test('changed rights of the token apply without a restart, and the assistant is notified to list the tools again', async () => {
  const { company, secret, employee } = await newCompany(['people:read'])
  const { request, use, notifications } = await assistant(secret)
  const names = async () =>
    ((await request('tools/list', {})).result as { tools: { name: string }[] }).tools.map(({ name }) => name)
  expect(await names()).not.toContain('delCompanyUser')
  const grant = (scopes: string[]) =>
    portal.system.change`update api_token set scopes = ${scopes} where company_id = ${company.id}`
  await grant(['people:read', 'people:change'])
  expect((await use('delCompanyUser', { employee_ids: [employee.id] })).content[0]?.text).toContain('还没有执行')
  expect(notifications).toEqual(['notifications/tools/list_changed'])
  expect(await names()).toContain('delCompanyUser')
  await grant(['people:change'])
  // The portal refuses immediately, and the tool is gone.
  expect((await use('getCompanyUserList')).content[0]?.text).toContain('权限')
  expect(notifications).toHaveLength(2)
  expect((await request('tools/call', { name: 'getCompanyUserList', arguments: {} })).error?.code).toBe(-32602)
})

test('a tool says in JSON Schema which fields take null', async () => {
  const { secret } = await newCompany(['people:read', 'people:change'])
  const { request } = await assistant(secret)
  const { tools } = (await request('tools/list', {})).result as { tools: { name: string; inputSchema: object }[] }
  expect(JSON.stringify(tools)).not.toContain('"nullable"')
  expect(tools.find(({ name }) => name === 'setCompanyUser')?.inputSchema).toMatchObject({
    properties: { dept_id: { anyOf: [{ type: 'string' }, { type: 'null' }] }, name: { type: 'string' } },
  })
})

test('a change is planned, shown to the person, and made only after confirmation', async () => {
  const { employee, secret, people } = await newCompany(['people:read', 'people:change'])
  let answer: Answer = { action: 'decline' }
  const { use, questions } = await assistant(secret, () => answer)
  const input = { employee_ids: [employee.id] }
  const planned = await use('delCompanyUser', input)
  expect(planned.content[0]?.text).toMatch(/还没有执行[\s\S]*失去专线的人/)
  expect(await people()).toBe(2)
  expect(await use('confirm', { confirmation_id: idIn(planned) })).toMatchObject({ isError: true })
  expect(await people()).toBe(2)
  // A change that the user declined cannot be confirmed later.
  answer = { action: 'accept', content: { confirmed: true } }
  expect(await use('confirm', { confirmation_id: idIn(planned) })).toMatchObject({ isError: true })
  expect(questions).toHaveLength(1)
  const again = await use('delCompanyUser', input)
  answer = { action: 'accept', content: { confirmed: false } }
  expect(await use('confirm', { confirmation_id: idIn(again) })).toMatchObject({ isError: true })
  expect(await people()).toBe(2)
  const third = await use('delCompanyUser', input)
  answer = { action: 'accept', content: { confirmed: true } }
  expect((await use('confirm', { confirmation_id: idIn(third) })).content[0]?.text).toMatch(/^已执行/)
  expect(questions.at(-1)).toContain('失去专线的人')
  expect(await people()).toBe(1)
})

test('a plan reports people whose grants will end or who have no hours, beside those who gain and lose access', async () => {
  const { company, employee, secret } = await newCompany(['people:read', 'lines:change'])
  const line = await make.line(company, { sku: await make.sku({ stock: 2 }), bound: true })
  const group = await make.lineGroup(company.id, { lines: [line.id], employees: [employee.id] })
  const served = new Date(Date.now() + 9 * 86_400_000)
  await portal.system.change`update employee set service_ends_at = ${served}, name = '陈雨桐' where id = ${employee.id}`
  const other = await make.employee(company.id, { name: '吴思齐' })
  const { use } = await assistant(secret)
  const times = [{ id: employee.id, until: '2126-11-30T10:00:00.000Z', hours: null }]
  const input = { group_id: group.id, add_employee_ids: [other.id], times }
  const { content } = await use('setVplGroupMembers', input)
  expect(content[0]?.text).toContain('使用期限或时段改变的人：1 人（陈雨桐：2126-11-30 18:00 止）')
  expect(content[0]?.text).toContain('分配时长后才能使用：1 人（吴思齐）')
})

test('a client that cannot ask its person for confirmation changes nothing', async () => {
  const { employee, secret, people } = await newCompany(['people:change'])
  const { use } = await assistant(secret)
  const planned = await use('delCompanyUser', { employee_ids: [employee.id] })
  expect(await use('confirm', { confirmation_id: idIn(planned) })).toMatchObject({ isError: true })
  expect(await use('confirm', { confirmation_id: 'made-up' })).toMatchObject({ isError: true })
  expect(await people()).toBe(2)
})

test('a revoked token cannot read any more', async () => {
  const { company, secret } = await newCompany(['people:read'])
  const { use } = await assistant(secret)
  expect((await use('getCompanyUserList')).isError).toBeUndefined()
  await portal.system.change`
    update api_token set ended_at = now(), end_reason = 'revoked' where company_id = ${company.id}`
  expect(await use('getCompanyUserList')).toMatchObject({ isError: true })
})
