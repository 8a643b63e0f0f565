import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { line } from '#contract/records/line.ts'
import { grantTimes, lineGroup } from '#contract/records/line-group.ts'
import { shop } from '#contract/records/shop.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

export async function lineRecords(
  portal: Awaited<ReturnType<typeof testPortal>>,
): Promise<Record<string, WrittenRecord>> {
  const { call, make } = portal
  const company = await make.company()
  const sid = await make.session(company.owner.account)

  async function setGroup(values: Values) {
    const answer = await call('setVplGroup', { name: `组${randomUUID().slice(0, 8)}`, ...values }, { sid })
    return answer.code === 200 ? answer.data.group_id : notWritten(answer)
  }
  const groupFields = without(contract.setVplGroup.input.shape, 'group_id')

  async function setShop(values: Values) {
    const fresh = { platform: 'amazon' as const, name: '一店', shop_number: randomUUID() }
    const answer = await call('setShop', { ...fresh, ...values }, { sid })
    return answer.code === 200 ? answer.data.shop_id : notWritten(answer)
  }
  const shopFields = without(contract.setShop.input.shape, 'shop_id')

  return {
    shop: {
      record: shop,
      read: async shop_id => {
        const { list } = (await call('getShopList', { page_size: 100 }, { sid })).data
        return list.find(each => each.shop_id === shop_id)
      },
      values: {
        platform: () => 'ebay',
        state: () => 'closed',
        svp_id: async () => (await make.line(company)).id,
      },
      writings: [
        { call: 'setShop, which adds', fields: shopFields, write: setShop },
        {
          call: 'setShop, which changes',
          fields: shopFields,
          write: async values => setShop({ shop_id: await setShop({}), ...values }),
        },
      ],
    },
    line: {
      record: line,
      read: async svp_id => (await call('getCompanyVplDetail', { svp_id }, { sid })).data,
      values: { auto_renew: () => true },
      writings: [
        {
          call: 'setCompanyVpl',
          fields: without(contract.setCompanyVpl.input.shape, 'svp_ids'),
          write: async values => {
            const { id } = await make.line(company)
            const answer = await call('setCompanyVpl', { svp_ids: [id], ...values }, { sid })
            return answer.code === 200 ? id : notWritten(answer)
          },
        },
      ],
    },
    grantTimes: {
      record: grantTimes,
      read: async group_id => (await call('getVplGroupDetail', { group_id }, { sid })).data.employees[0],
      values: { until: () => '2126-11-30T10:00:00.000Z', hours: () => '12345 09:00-18:00' },
      writings: [
        {
          call: 'setVplGroupMembers',
          fields: grantTimes.input('set'),
          write: async values => {
            const [group_id, { id }] = [await setGroup({}), await make.employee(company.id)]
            const times = [{ id, until: null, hours: null, ...values }]
            const answer = await call(
              'setVplGroupMembers',
              { group_id, dept_ids: [], employee_ids: [id], times },
              { sid },
            )
            return answer.code === 200 ? group_id : notWritten(answer)
          },
        },
      ],
    },
    lineGroup: {
      record: lineGroup,
      read: async group_id => {
        const { list } = (await call('getVplGroupList', {}, { sid })).data
        return list.find(group => group.group_id === group_id)
      },
      values: {},
      writings: [
        { call: 'setVplGroup, which adds', fields: groupFields, write: setGroup },
        {
          call: 'setVplGroup, which changes',
          fields: groupFields,
          write: async values => setGroup({ group_id: await setGroup({}), ...values }),
        },
      ],
    },
  }
}
