import { randomUUID } from 'node:crypto'
import { contract, type InputOf } from '#contract/index.ts'
import { apiToken } from '#contract/records/api-token.ts'
import { companyRobot } from '#contract/records/company-robot.ts'
import { logStream } from '#contract/records/log-stream.ts'
import { webhook } from '#contract/records/webhook.ts'
import type { testPortal } from '../portal.ts'
import { certificate } from '../smtp-counterpart.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

/** Records of the interfaces for a company's own systems. */
export async function openInterfacesRecords({
  call,
  make,
}: Awaited<ReturnType<typeof testPortal>>): Promise<Record<string, WrittenRecord>> {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const newUrl = () => `https://example.com/hooks/${randomUUID()}`

  async function readToken(id: string): Promise<Values | undefined> {
    const { data } = await call('getApiTokenList', {}, { sid })
    const token = data.list.find(({ token_id }) => token_id === id)
    const days = token && Math.round((Date.parse(token.expires_at) - Date.parse(token.created_at)) / 86_400_000)
    return token && { ...token, days }
  }
  async function newWebhook(values: Values) {
    const { code, data } = await call('createWebhook', { url: newUrl(), ...values }, { sid })
    if (code !== 200) notWritten(data)
    // A company may have only a few, so each is read and then deleted by the next.
    const { list } = (await call('getWebhookList', {}, { sid })).data
    for (const { webhook_id } of list.slice(3)) await call('deleteWebhook', { webhook_id }, { sid })
    return data.webhook_id
  }

  const newAddress = () => `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${randomUUID()}`
  async function newRobot(values: Values) {
    const { list } = (await call('getCompanyRobotList', {}, { sid })).data
    for (const { robot_id } of list) await call('removeCompanyRobot', { robot_id }, { sid })
    const input = {
      provider: 'wecom',
      name: '样本',
      kinds: ['orders'],
      url: newAddress(),
      secret: '样本的加签密钥',
      ...values,
    }
    // The values are those of the fields below.
    const { code, data } = await call('addCompanyRobot', input as InputOf<'addCompanyRobot'>, { sid })
    return code === 200 ? data.robot_id : notWritten(data)
  }

  return {
    companyRobot: {
      record: companyRobot,
      async read(id) {
        const { data } = await call('getCompanyRobotList', {}, { sid })
        return data.list.find(({ robot_id }) => robot_id === id)
      },
      values: { provider: () => 'feishu', kinds: () => ['tickets'], state: () => 'disabled' },
      writings: [
        {
          call: 'addCompanyRobot',
          fields: without(contract.addCompanyRobot.input.shape, 'url', 'secret'),
          async write(values) {
            const url = 'https://open.feishu.cn/open-apis/bot/v2/hook/01234567-89ab'
            return newRobot(values.provider === 'feishu' ? { url, ...values } : values)
          },
        },
        {
          call: 'setCompanyRobot',
          fields: without(contract.setCompanyRobot.input.shape, 'robot_id', 'url', 'secret'),
          async write(values) {
            const robot_id = await newRobot({})
            const { code, data } = await call('setCompanyRobot', { robot_id, ...values }, { sid })
            return code === 200 ? robot_id : notWritten(data)
          },
        },
      ],
    },
    apiToken: {
      record: apiToken,
      read: readToken,
      values: {
        scopes: () => ['people:read', 'hours:change'],
        dept_ids: async () => [(await make.department(company.id)).id],
        networks: () => ['203.0.113.0/24', '2001:db8::1'],
      },
      writings: [
        {
          call: 'createApiToken',
          fields: without(contract.createApiToken.input.shape, 'request_key'),
          async write(values) {
            const input = { name: '样本', scopes: ['people:read'], days: 30, request_key: randomUUID(), ...values }
            // The values are those of the fields above.
            const { code, data } = await call('createApiToken', input as InputOf<'createApiToken'>, { sid })
            return code === 200 ? data.token_id : notWritten(data)
          },
        },
        {
          call: 'setApiToken',
          fields: without(contract.setApiToken.input.shape, 'token_id'),
          async write(values) {
            const { id: token_id } = await make.apiToken(company)
            const input = { token_id, name: '样本', scopes: ['people:read'], dept_ids: null, networks: [], ...values }
            const { code, data } = await call('setApiToken', input as InputOf<'setApiToken'>, { sid })
            return code === 200 ? token_id : notWritten(data)
          },
        },
      ],
    },
    logStream: {
      record: logStream,
      async read() {
        return (await call('getLogStream', {}, { sid })).data.stream ?? undefined
      },
      values: { host: () => 'logs.example.com', port: () => 10514, ca: () => certificate().cert, state: () => 'off' },
      writings: [
        {
          call: 'setLogStream',
          fields: without(contract.setLogStream.input.shape),
          async write(values) {
            const { code, data } = await call('setLogStream', { host: 'logs.example.com', ...values }, { sid })
            return code === 200 ? company.id : notWritten(data)
          },
        },
      ],
    },
    webhook: {
      record: webhook,
      async read(id) {
        const { data } = await call('getWebhookList', {}, { sid })
        return data.list.find(({ webhook_id }) => webhook_id === id)
      },
      values: { url: newUrl, events: () => ['department.added'], state: () => 'disabled' },
      writings: [
        { call: 'createWebhook', fields: contract.createWebhook.input.shape, write: newWebhook },
        {
          call: 'setWebhook',
          fields: without(contract.setWebhook.input.shape, 'webhook_id'),
          async write(values) {
            const webhook_id = await newWebhook({})
            const { code, data } = await call('setWebhook', { webhook_id, ...values }, { sid })
            return code === 200 ? webhook_id : notWritten(data)
          },
        },
      ],
    },
  }
}
