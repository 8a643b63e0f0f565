import { randomInt, randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { type DeviceKey, newDeviceKey } from '#server/testing/device-key.ts'
import { logInByCall, managerSession, newPassword, newPhone, type Opened, post } from './people.ts'

export interface Member extends Opened {
  name: string
  phone: string
  employee_id: string
}

/** Returns a unique name, so that a list can be narrowed to it. */
export const uniqueName = (kind: string) => `${kind}${randomInt(1e8)}`

/** Adds a person to the demonstration's company, as its manager does, who joins through the link in the short message. */
export async function newEmployee(request: APIRequestContext, name = uniqueName('员工')): Promise<Member> {
  const phone = newPhone()
  const { sid } = await managerSession(request)
  const added = await post<{ results: { employee_id: string }[] }>(request, '/v1/company/addCompanyUser', {
    sid,
    employees: [{ phone, name }],
  })
  expect(added.code).toBe(200)
  const invitation = await invitationSentTo(request, phone)
  const joined = await post<Opened>(request, '/v1/user/acceptInvitation', {
    is_agree: 1,
    is_join: 1,
    invitation,
    password: newPassword,
  })
  expect(joined.code).toBe(200)
  return { ...joined.data, name, phone, employee_id: added.data.results[0]?.employee_id ?? '' }
}

/** Assigns hours of the company's, so that these people's service does not affect the test. */
export async function assignHours(request: APIRequestContext, sid: string, employeeIds: string[]): Promise<void> {
  const input = { sid, employee_ids: employeeIds, days: 3 }
  expect((await post(request, '/v1/company/setCompanyUserService', input)).code).toBe(200)
}

/** Creates a manager of the demonstration's company who was sent no code yet, because a phone waits a minute between two. */
export async function newManager(request: APIRequestContext): Promise<Member> {
  const member = await newEmployee(request, uniqueName('管理'))
  const { sid } = await managerSession(request)
  const made = await post(request, '/v1/company/setCompanyUserRole', {
    sid,
    employee_id: member.employee_id,
    role: 'manager',
  })
  expect(made.code).toBe(200)
  return { ...member, ...(await logInByCall(request, member.phone, newPassword)) }
}

export async function invitationSentTo(request: APIRequestContext, phone: string): Promise<string> {
  let token = ''
  await expect(async () => {
    const sent = (await (await request.get(`/demo/outbox?phone=${phone}`)).json()) as { text: string }[]
    token = sent.map(({ text }) => /\/invitation\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
    expect(token).not.toBe('')
  }).toPass({ intervals: [50, 100, 200], timeout: 30_000 })
  return token
}

interface Reported {
  device_id: string
  reason: string
  /** The client's own session. */
  sid: string
}

/** Logs in as a desktop client does, with its own key. */
export async function clientSession(
  request: APIRequestContext,
  phone: string,
  password: string,
  key = newDeviceKey(),
): Promise<string> {
  const { data } = await post<{ challenge: string }>(request, contract.getDeviceChallenge.path, {})
  const response = await request.post(`/api${contract.wLogin.path}`, {
    data: { is_agree: 1, username: phone, password, device: key.prove(phone, data.challenge) },
    headers: { authorization: 'haiyilian-desktop 12.0.1' },
  })
  const answer = (await response.json()) as { code: number; data: { sid: string } }
  expect(answer.code).toBe(200)
  return answer.data.sid
}

/** Does what a desktop client does when its user logs in on a new device. */
export async function reportDevice(
  request: APIRequestContext,
  { phone, password = newPassword, key }: { phone: string; password?: string; key?: DeviceKey },
  device: {
    name: string
    fingerprint?: string
    platform?: 'windows' | 'mac' | 'android' | 'ios'
    client_version?: string
  },
): Promise<Reported> {
  const sid = await clientSession(request, phone, password, key)
  const answer = await post<Omit<Reported, 'sid'>>(request, '/v1/client/reportDevice', {
    sid,
    fingerprint: randomUUID(),
    platform: 'windows',
    os_version: 'Windows 11 24H2',
    client_version: '12.0.1',
    ...device,
  })
  expect(answer.code).toBe(200)
  return { ...answer.data, sid }
}
