import { contract } from '#contract/index.ts'
import { account } from '#contract/records/account.ts'
import { noticeSettings } from '#contract/records/notice.ts'
import { passkey } from '#contract/records/passkey.ts'
import { newPhone } from '../identities.ts'
import { softwareAuthenticator } from '../passkey.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

/** Records of a session's own account, with its sid as their id. */
export function accountRecords({
  call,
  make,
  codeSentTo,
}: Awaited<ReturnType<typeof testPortal>>): Record<string, WrittenRecord> {
  const password = 'Nine-7-lanterns'
  const newSession = async () => make.session(await make.account({ password }))

  async function changePhone(values: Values) {
    const sid = await newSession()
    const phone = String(values.phone)
    await call('sendPhoneChangeCode', { phone }, { sid })
    const answer = await call('changePhone', { phone, captcha: await codeSentTo(phone), password }, { sid })
    return answer.code === 200 ? sid : notWritten(answer)
  }

  return {
    account: {
      record: account,
      read: async sid => (await call('wGetUserInfo', {}, { sid })).data.user_info,
      values: { phone: newPhone },
      writings: [
        {
          call: 'setDisplayName',
          fields: contract.setDisplayName.input.shape,
          write: async values => {
            const sid = await newSession()
            const answer = await call('setDisplayName', { display_name: '昵称', ...values }, { sid })
            return answer.code === 200 ? sid : notWritten(answer)
          },
        },
        {
          call: 'changePhone',
          fields: without(contract.changePhone.input.shape, 'captcha', 'password'),
          write: changePhone,
        },
      ],
    },
    passkey: {
      record: passkey,
      read: async sid => (await call('getPasskeyList', {}, { sid })).data.list[0],
      values: {},
      writings: [
        {
          call: 'renamePasskey',
          fields: without(contract.renamePasskey.input.shape, 'passkey_id'),
          write: async values => {
            const sid = await newSession()
            const { data } = await call('beginPasskey', {}, { sid })
            const added = await call('addPasskey', { passkey: softwareAuthenticator().create(data) }, { sid })
            const { passkey_id } = added.data
            const answer = await call('renamePasskey', { passkey_id, name: '手机', ...values }, { sid })
            return answer.code === 200 ? sid : notWritten(answer)
          },
        },
      ],
    },
    noticeSettings: {
      record: noticeSettings,
      read: async sid => (await call('getNoticeSettings', {}, { sid })).data,
      values: { sms: () => ['order_paid', 'line_ending'] },
      writings: [
        {
          call: 'setNoticeSettings',
          fields: contract.setNoticeSettings.input.shape,
          write: async values => {
            const sid = await newSession()
            const answer = await call('setNoticeSettings', { sms: [], ...values }, { sid })
            return answer.code === 200 ? sid : notWritten(answer)
          },
        },
      ],
    },
  }
}
