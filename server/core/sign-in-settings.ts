import { address, integer, setting } from './setting.ts'

const base = (env: string, about: string, fallback: string) =>
  setting({ env, about, schema: address.default(fallback) })

/** The URLs of 企业微信, 钉钉 and 飞书; only tests change them. */
export const signInSettings = {
  wecomApiUrl: base('WECOM_API_URL', '企业微信的接口地址', 'https://qyapi.weixin.qq.com'),
  wecomLoginUrl: base('WECOM_LOGIN_URL', '企业微信的扫码登录地址', 'https://login.work.weixin.qq.com'),
  wecomInsideUrl: base('WECOM_INSIDE_URL', '在企业微信里打开时的授权地址', 'https://open.weixin.qq.com'),
  dingtalkApiUrl: base('DINGTALK_API_URL', '钉钉的接口地址', 'https://api.dingtalk.com'),
  dingtalkListsUrl: base('DINGTALK_LISTS_URL', '钉钉的通讯录接口地址', 'https://oapi.dingtalk.com'),
  dingtalkLoginUrl: base('DINGTALK_LOGIN_URL', '钉钉的登录地址', 'https://login.dingtalk.com'),
  feishuApiUrl: base('FEISHU_API_URL', '飞书的接口地址', 'https://open.feishu.cn'),
  feishuLoginUrl: base('FEISHU_LOGIN_URL', '飞书的登录地址', 'https://accounts.feishu.cn'),
  directoryWaitMs: setting({
    env: 'DIRECTORY_WAIT_MS',
    about: '读取企业目录时对方说调用过于频繁，第一次等待的毫秒数，之后每次加倍',
    schema: integer(1000, 1, 60_000),
  }),
}
