import { type PushChannel, PushFailure } from './push.ts'
import { postToRobot, withinBytes } from './robot.ts'

/** A text may have so many bytes. */
const longest = 2_048
/** The system is busy, or more than 20 messages in a minute. */
const temporary = new Set([-1, 45009])

/** 企业微信's robot of a group, https://developer.work.weixin.qq.com/document/path/99110. Its address is the secret. */
export const createWecom = (address: string): PushChannel => ({
  async send({ title, text }) {
    const content = withinBytes(`${title}\n${text}`, longest)
    const { errcode, errmsg } = await postToRobot('企业微信', address, { msgtype: 'text', text: { content } })
    if (errcode !== 0) throw new PushFailure(`企业微信 ${errcode}：${shown(errmsg)}`, temporary.has(errcode ?? -1))
  },
})

/** The robot repeats what is wrong in a sentence, followed by hints with addresses. */
export const shown = (message: string | undefined) => (message ?? '').split(/[,，\n]/)[0]?.slice(0, 80) ?? ''
