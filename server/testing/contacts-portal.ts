import { type CounterpartSettings, contactCounterpart } from './contact-counterparts.ts'
import { testPortal } from './portal.ts'

/** The values that the counterparts and a company's settings share. */
export const settings: CounterpartSettings = {
  ...{ tenant: 'corp-1', clientId: 'app-1', secret: 'secret-1', token: 'callbackToken' },
  key: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
}

/** Starts a portal that reads its directories from counterparts of the three providers. */
export async function contactsPortal() {
  const counterparts = {
    wecom: await contactCounterpart('wecom', settings),
    dingtalk: await contactCounterpart('dingtalk', settings),
    feishu: await contactCounterpart('feishu', settings),
  }
  const portal = await testPortal({
    ...{ WEBHOOK_PRIVATE: '1', DIRECTORY_WAIT_MS: '5' },
    ...{ WECOM_API_URL: counterparts.wecom.base, FEISHU_API_URL: counterparts.feishu.base },
    ...{ DINGTALK_API_URL: counterparts.dingtalk.base, DINGTALK_LISTS_URL: counterparts.dingtalk.base },
  })
  return { counterparts, portal }
}
