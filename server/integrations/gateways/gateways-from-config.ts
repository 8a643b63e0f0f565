import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Gateways, OnlineGateway } from './gateway.ts'

/** Creates the configured gateways. Only their SDKs are loaded. */
export async function createGateways(config: Config, { system }: { system: Database }): Promise<Gateways> {
  const online: Partial<Gateways['online']> = {}
  const add = async (name: OnlineGateway, create: () => Promise<Gateways['online'][OnlineGateway]>) => {
    online[name] = await create()
  }
  if (config.mode === 'demo')
    await add('sandbox', async () => (await import('./sandbox.ts')).createSandbox(config, system))
  if (config.alipayAppId) await add('alipay', async () => (await import('./alipay.ts')).createAlipay(config))
  if (config.wechatMchid) await add('wechat', async () => (await import('./wechat.ts')).createWechat(config))
  const {
    transferAccountName: accountName,
    transferAccount: account,
    transferBank: bank,
    transferBankCode: bankCode,
  } = config
  return {
    online,
    transfer: accountName && account && bank && bankCode ? { accountName, account, bank, bankCode } : undefined,
  }
}
