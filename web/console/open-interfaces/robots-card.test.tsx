import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const robot = {
  robot_id: '01900000-0000-7000-8000-000000000001',
  provider: 'feishu',
  name: '运营群',
  address_end: '9abc',
  kinds: ['requests'],
  state: 'active',
  created_at: '2026-11-23T01:00:00.000Z',
  failing_since: null,
  disabled_at: null,
  pending: 0,
} as const

test('another provider’s address is refused at its field; 企业微信 asks for no secret, 钉钉 does', async () => {
  const { user, calls, answers } = openPage('/control/openinterfaces', {
    getCompanyRobotList: { list: [], total: 0 },
    addCompanyRobot: refuse(-59701, '机器人的地址不能使用：', '应为钉钉群机器人的地址'),
  })
  await user.click(await screen.findByRole('button', { name: '添加群机器人' }))
  const dialog = await screen.findByRole('dialog', { name: '添加群机器人' })
  expect(within(dialog).queryByLabelText('加签密钥')).toBeNull()
  await user.click(within(dialog).getByText('钉钉'))
  await user.type(within(dialog).getByLabelText('名称'), '运营群')
  await user.type(within(dialog).getByLabelText('Webhook 地址'), 'https://example.com/')
  await user.type(await within(dialog).findByLabelText('加签密钥'), 'SECRET')
  await user.click(within(dialog).getByRole('button', { name: '添加' }))
  await screen.findByText(/应为钉钉群机器人的地址/)
  answers.addCompanyRobot = { robot_id: robot.robot_id }
  await user.click(within(dialog).getByRole('button', { name: '添加' }))
  expect(calls('addCompanyRobot').at(-1)).toEqual({
    provider: 'dingtalk',
    name: '运营群',
    kinds: ['requests', 'services', 'lines'],
    url: 'https://example.com/',
    secret: 'SECRET',
  })
})

test('fields left empty while editing stay unchanged', async () => {
  const { user, calls } = openPage('/control/openinterfaces', { getCompanyRobotList: { list: [robot], total: 1 } })
  await user.click(await screen.findByRole('button', { name: '「运营群」的更多操作' }))
  await user.click(await screen.findByText('修改'))
  const dialog = await screen.findByRole('dialog', { name: '修改飞书群机器人' })
  await within(dialog).findByText(/open\.feishu\.cn\/…9abc/)
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  expect(calls('setCompanyRobot')).toEqual([{ robot_id: robot.robot_id }])
})

test('a paused robot can be resumed but not tested, and its log says why', async () => {
  const { user, calls } = openPage('/control/openinterfaces', {
    getCompanyRobotList: {
      list: [{ ...robot, state: 'disabled', disabled_at: robot.created_at, pending: 2 }],
      total: 1,
    },
    getCompanyRobotMessageList: {
      list: [
        {
          message_id: '01900000-0000-7000-8000-000000000002',
          title: '陈雨桐申请使用专线',
          text: '由管理员登录后处理。',
          state: 'refused',
          created_at: '2026-11-23T01:00:00.000Z',
          delivered_at: null,
          attempts: 1,
          problem: '飞书 19021：sign match fail',
        },
      ],
      total: 1,
    },
  })
  await screen.findByText(/2 条等待送达/)
  expect(screen.queryByRole('button', { name: '向「运营群」发测试消息' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '启用「运营群」' }))
  expect(calls('setCompanyRobot')).toEqual([{ robot_id: robot.robot_id, state: 'active' }])
  await user.click(screen.getByRole('button', { name: '「运营群」的送达记录' }))
  await screen.findByText(/飞书 19021：sign match fail/)
})
