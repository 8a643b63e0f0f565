import { z } from 'zod'
import { type OperationInput, operations } from '#contract/operations/index.ts'
import { channel } from '#contract/records/channel.ts'
import { promotion } from '#contract/records/promotion.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

export async function channelRecords({
  make,
  operate,
  system,
}: Awaited<ReturnType<typeof testPortal>>): Promise<Record<string, WrittenRecord>> {
  const finance = await make.operator('finance')
  let partners = 0

  async function setChannel(values: Values) {
    partners += 1
    const input = { name: `伙伴${partners}`, greeting: '', contact_name: '', ...values }
    const answer = await operate('setChannel', input, finance)
    return answer.code === 200 ? answer.data.channel_id : notWritten(answer)
  }

  async function readChannel(channel_id: string) {
    // Answers mask the number.
    const stored = await system.row(
      z.object({ contact_phone: z.string() }),
    )`select contact_phone from channel where id = ${channel_id}`
    return { ...(await operate('getChannelDetail', { channel_id }, finance)).data, ...stored }
  }

  const [partner, other] = [await setChannel({}), await setChannel({})]
  const welcome = await make.couponType({ way: 'promotion' })
  const window = { starts_at: '2026-01-01T00:00:00.000Z', ends_at: null, use_limit: null, coupon_type_id: null }

  async function addCode(values: Values) {
    const answer = await operate('addPromotionCode', { channel_id: partner, ...window, ...values }, finance)
    return answer.code === 200 ? answer.data.promotion_code : notWritten(answer)
  }
  async function readCode(code: string) {
    for (const channel_id of [partner, other]) {
      const { list } = (await operate('getPromotionCodeList', { channel_id, page_size: 100 }, finance)).data
      const found = list.find(({ promotion_code }) => promotion_code === code)
      if (found) return { ...found, channel_id }
    }
  }

  return {
    channel: {
      record: channel,
      read: readChannel,
      values: {
        contact_phone: () => '021-5555 0101',
        state: () => 'ended',
        commission_percent: () => 12.34,
      },
      writings: [
        {
          call: 'setChannel, which adds',
          fields: without(operations.setChannel.input.shape, 'channel_id'),
          write: setChannel,
        },
        {
          call: 'setChannel, which changes',
          fields: without(operations.setChannel.input.shape, 'channel_id'),
          write: async values => setChannel({ channel_id: await setChannel({}), ...values }),
        },
        {
          call: 'setChannelCommission',
          fields: without(operations.setChannelCommission.input.shape, 'channel_id'),
          write: async values => {
            const channel_id = await setChannel({})
            // The values come from the contract's own schema, here and below.
            const input = { channel_id, ...values } as OperationInput<'setChannelCommission'>
            const answer = await operate('setChannelCommission', input, finance)
            return answer.code === 200 ? channel_id : notWritten(answer)
          },
        },
        {
          call: 'setChannelState',
          fields: without(operations.setChannelState.input.shape, 'channel_id'),
          write: async values => {
            const channel_id = await setChannel({})
            const input = { channel_id, ...values } as OperationInput<'setChannelState'>
            const answer = await operate('setChannelState', input, finance)
            return answer.code === 200 ? channel_id : notWritten(answer)
          },
        },
      ],
    },
    promotion: {
      record: promotion,
      read: readCode,
      values: {
        channel_id: () => other,
        promotion_code: () => 'RECORD',
        starts_at: () => '2026-02-03T04:05:06.000Z',
        ends_at: () => '2036-02-03T04:05:06.000Z',
        coupon_type_id: () => welcome.id,
      },
      writings: [
        { call: 'addPromotionCode', fields: operations.addPromotionCode.input.shape, write: addCode },
        {
          call: 'setPromotionCode',
          fields: without(operations.setPromotionCode.input.shape, 'promotion_code'),
          write: async values => {
            const promotion_code = await addCode({})
            const answer = await operate('setPromotionCode', { promotion_code, ...window, ...values }, finance)
            return answer.code === 200 ? promotion_code : notWritten(answer)
          },
        },
      ],
    },
  }
}
