import { expect, test } from 'vitest'
import { providerCompanies } from './companies.fixture.ts'

const { companyOf, portal } = await providerCompanies()
const { call, make } = portal

test.each(['wecom', 'dingtalk', 'feishu'] as const)(
  '%s: one about whom the provider answers oddly stays as they are, and keeps nobody else from being read',
  async kind => {
    const { company, sid, there, add, fetch, employees, notify } = await companyOf(kind)
    for (const id of ['p1', 'p2', 'p3']) add(id, '11')
    await fetch()
    await call('startDirectory', { leaving: 0 }, { sid })
    const names = async () => (await employees()).map(({ name }) => name)
    const bell = await make.session(company.owner.account)
    const titles = async () => (await call('getNoticeList', {}, { sid: bell })).data.list.map(({ title }) => title)
    for (const id of ['p1', 'p2']) there.state.unlisted.add(id)
    there.state.odd.add('p1')
    there.people.delete('p2')
    for (let times = 0; times < 2; times += 1) {
      expect((await fetch()).provider?.problem).toMatch(/^1 人，他们保持原样，其余已读到（.*40099/)
      expect(await names()).toEqual(['员工p1', '员工p3'])
      expect(await titles()).toEqual(['企业目录没有全部读到'])
    }
    // A callback about such a person causes a full reading, which answers it.
    there.people.delete('p3')
    add('p4', '11')
    await notify('person', 'p1')
    expect(await names()).toEqual(['员工p1', '员工p4'])
    there.state.odd.clear()
    there.people.delete('p1')
    expect((await fetch()).provider?.problem).toBe(null)
    expect(await names()).toEqual(['员工p4'])
  },
)
