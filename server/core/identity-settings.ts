import { endpoint, flag, integer, oneOf, optional, setting } from './setting.ts'

/** The service that compares a person's name and ID number. */
export const identitySettings = {
  identity: setting({
    env: 'IDENTITY',
    about:
      '实名认证的姓名与身份证号核验：off（由人工核对）、aliyun（身份二要素核验）、sandbox（仅演示）；不填时演示用 sandbox，否则 off',
    schema: oneOf(['off', 'aliyun', 'sandbox']).optional(),
  }),
  identityAutoApprove: setting({
    env: 'IDENTITY_AUTO_APPROVE',
    about: '1 表示核验一致的个人认证自动通过；企业认证总是人工审核',
    schema: flag,
  }),
  ownVerification: setting({
    env: 'OWN_VERIFICATION',
    about:
      '1 表示每个人首次使用专线之前须以自己的账号通过实名认证，否则取不到专线（-48019）；不填则企业的员工经企业认证即可',
    schema: flag,
  }),
  identityDailyLimit: setting({
    env: 'IDENTITY_DAILY_LIMIT',
    about: '全站每日核验上限，超过后当日由人工核对；每个账号每日至多 5 次',
    schema: integer(2000, 0, 1_000_000),
  }),
  identityEndpoint: setting({
    env: 'IDENTITY_ENDPOINT',
    about: '核验接口地址，默认 https://cloudauth.aliyuncs.com',
    schema: endpoint.transform(value => (/^https?:/i.test(value) ? value : `https://${value}`)).optional(),
  }),
  identityAccessKeyId: setting({
    env: 'IDENTITY_ACCESS_KEY_ID',
    about: '核验服务 AccessKey ID',
    schema: optional,
    secret: true,
  }),
  identityAccessKeySecret: setting({
    env: 'IDENTITY_ACCESS_KEY_SECRET',
    about: '核验服务 AccessKey Secret',
    schema: optional,
    secret: true,
  }),
}
