import { z } from 'zod'
import { call } from './call.ts'
import { id, line, listOf, paging } from './fields.ts'
import { companyRobot, robotMessage } from './records/company-robot.ts'
import { maxRobots, robotFields } from './robot-names.ts'

const { url, secret } = robotFields

const address = line(url.label, url.max).pipe(z.url({ protocol: /^https?$/, error: '应为 https:// 开头的网址' }))
const signingSecret = line(secret.label, secret.max, 6)

export const getCompanyRobotList = call({
  path: '/v1/company/getCompanyRobotList',
  effect: 'read',
  access: 'manager',
  about: '企业在企业微信、钉钉与飞书群里的机器人，以及各自还没有送达的消息数。',
  output: listOf(companyRobot.schema.extend({ pending: z.int() })),
})

export const addCompanyRobot = call({
  path: '/v1/company/addCompanyRobot',
  effect: 'change',
  proof: 'fresh',
  activity: 'robot.added',
  access: 'manager',
  about: `添加一个群机器人，最多 ${maxRobots} 个；地址须是所选平台的，钉钉与飞书须带加签密钥。地址与密钥不再显示。`,
  input: z.strictObject({ ...companyRobot.input('create'), url: address, secret: signingSecret.optional() }),
  output: z.object({ robot_id: id }),
  success: '机器人已添加',
  codes: [-59701, -59702, -59703],
})

export const setCompanyRobot = call({
  path: '/v1/company/setCompanyRobot',
  effect: 'change',
  proof: 'fresh',
  activity: 'robot.changed',
  access: 'manager',
  about: '修改名称、通知的种类、地址与密钥，或停用、启用；停用期间不发也不留。只改动带上的项。',
  input: z.strictObject({
    robot_id: id,
    ...companyRobot.edit('set'),
    url: address.optional(),
    secret: signingSecret.optional(),
  }),
  codes: [-53022, -59700, -59701, -59705],
})

export const removeCompanyRobot = call({
  path: '/v1/company/removeCompanyRobot',
  effect: 'change',
  activity: 'robot.removed',
  access: 'manager',
  about: '移除机器人，连同它的送达记录与还没有送达的消息。',
  input: z.strictObject({ robot_id: id }),
  success: '机器人已移除',
  codes: [-59700],
})

export const tryCompanyRobot = call({
  path: '/v1/company/tryCompanyRobot',
  effect: 'change',
  activity: 'robot.tried',
  access: 'manager',
  limits: [{ name: 'robot-trial', by: 'company', max: 10, seconds: 600 }],
  about: '向群里发一条测试消息，排在还没有送达的之后；结果见送达记录。停用的机器人不能测试。',
  input: z.strictObject({ robot_id: id }),
  success: '测试消息已排队，几秒内送达',
  codes: [-59700, -59704],
})

export const getCompanyRobotMessageList = call({
  path: '/v1/company/getCompanyRobotMessageList',
  effect: 'read',
  access: 'manager',
  about: '一个机器人三十天之内的消息与送达结果，最新的在前。',
  input: z.strictObject({ robot_id: id, ...paging }),
  output: listOf(robotMessage.schema),
  codes: [-59700],
})
