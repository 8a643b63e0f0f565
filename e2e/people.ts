import { execFile } from 'node:child_process'
import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** The demonstration's accounts, by their role. */
export const demo = {
  manager: '13800000001',
  employee: '13800000002',
  unverified: '13800000003',
  rejected: '13800000004',
  /** The back office's owner. */
  operator: 'operator',
  password: 'demo1234',
} as const

/** Returns an unused phone. */
export const newPhone = () => `151${String(randomInt(1e8)).padStart(8, '0')}`
export const newPassword = 'Kite-2468'

/**
 * The passphrase of the demonstration. It is repeated here on purpose, because the portal's own code must not check
 * itself.
 */
const key = Buffer.from('haiyilian-portal')

export function decodeStored(stored: string | null): string {
  const decipher = createDecipheriv('aes-128-ecb', key, null)
  return Buffer.concat([decipher.update(stored ?? '', 'base64'), decipher.final()]).toString()
}

function encodeStored(text: string): string {
  const cipher = createCipheriv('aes-128-ecb', key, null)
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')
}

interface Envelope<Data> {
  code: number
  msg: string
  data: Data
}

export async function post<Data>(request: APIRequestContext, path: string, data: object): Promise<Envelope<Data>> {
  const response = await request.post(`/api${path}`, { data, headers: { authorization: 'portal-web 1201' } })
  return (await response.json()) as Envelope<Data>
}

/** Returns the newest code in the demonstration's outbox. */
export async function codeSentTo(request: APIRequestContext, phone: string, purpose: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const sent = (await (await request.get(`/demo/outbox?phone=${phone}`)).json()) as {
      code: string
      purpose: string
    }[]
    code = sent.find(message => message.purpose === purpose)?.code ?? ''
    expect(code).toMatch(/^\d{6}$/)
  }).toPass({ intervals: [50, 100, 200], timeout: 30_000 })
  return code
}

export interface Opened {
  sid: string
  user_info: { phone: string; is_company_manager: 0 | 1; toured: boolean }
  user_status: number
}

/** Makes an account for one test, by the calls that the pages make. */
export async function registerByCall(request: APIRequestContext, phone = newPhone()): Promise<Opened> {
  await post(request, '/v1/app/sendVerificationCode', { send_type: 1, account: phone, email_type: 'register' })
  const captcha = await codeSentTo(request, phone, 'register')
  const answer = await post<Opened>(request, '/v1/user/wRegister', {
    is_agree: 1,
    username: phone,
    password: newPassword,
    captcha,
  })
  expect(answer.code).toBe(200)
  return answer.data
}

export async function logInByCall(request: APIRequestContext, phone: string, password: string = demo.password) {
  const answer = await post<Opened>(request, '/v1/user/wLogin', { is_agree: 1, username: phone, password })
  expect(answer.code).toBe(200)
  return answer.data
}

/** Leaves the browser as a login would, without the overlay in every test. */
export async function keepSession(page: Page, { sid, user_info }: Opened): Promise<void> {
  // A test begins there (test.ts); what is stored has to be of this origin.
  if (new URL(page.url()).pathname !== '/healthz') await page.goto('/healthz')
  // The offer of the tour would be shown on every page.
  if (!user_info.toured) await post(page.request, '/v1/user/endTour', { sid })
  await page.evaluate(
    stored => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
    },
    {
      token: sid,
      startTokenTime: String(Date.now()),
      hyl_phone: encodeStored(user_info.phone),
      hyl_userinfo: encodeStored(JSON.stringify({ ...user_info, toured: true })),
      hyl_user_sign: user_info.is_company_manager ? 'admin' : 'user',
      hyl_manager: String(user_info.is_company_manager),
      hyl_signature: '',
    },
  )
}

let managing: Promise<Opened> | undefined
/**
 * The session of the demonstration's manager, with which most tests begin: one for each worker, because checking a password takes a
 * tenth of a second of both cores. No test may end it.
 */
export function managerSession(request: APIRequestContext): Promise<Opened> {
  managing ??= logInByCall(request, demo.manager)
  return managing
}

export async function signedIn(page: Page, phone: string): Promise<Opened> {
  const opened = await (phone === demo.manager ? managerSession(page.request) : logInByCall(page.request, phone))
  await keepSession(page, opened)
  return opened
}

/** Runs an operator's command, `npm run portal -- verify approve <phone>`, beside the running portal. */
export async function review(...words: ['approve', string]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../server/app/commands.ts'), 'verify', ...words],
    { env: { PATH: process.env.PATH, DATA_DIR: process.env.E2E_DATA_DIR } },
  )
  return stdout
}

export const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>)

export const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Waits through any navigation after a login. */
export const hasToken = (page: Page) =>
  page.waitForFunction(() => /^[\w-]{43}$/.test(localStorage.getItem('token') ?? ''))
