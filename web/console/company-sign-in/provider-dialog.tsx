import { Form, Input, Radio } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { type SignInKind, signInFields, signInKinds, signInWords } from '#contract/sign-in-names.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'

interface Values {
  kind: SignInKind
  issuer: string
  client_id: string
  client_secret?: string
}

/** The provider's settings. If the field is left empty, the existing secret is kept. */
export function ProviderDialog({
  settings,
  ...dialog
}: ChangeDialogProps & { settings: OutputOf<'getCompanySignIn'>['settings'] }) {
  const { issuer, client_id, client_secret } = signInFields
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form) ?? settings?.kind ?? 'oidc'
  const words = signInWords[kind]
  return (
    <DialogForm
      {...dialog}
      title="身份提供方"
      subject={undefined}
      okText="保存"
      width={560}
      call={api.setCompanySignIn}
      record={settings}
      // All of it is always sent, also with another secret alone, and so is what was seen of it.
      input={({ client_secret: secret, ...values }: Values, record) => ({
        ...values,
        ...(secret && { client_secret: secret }),
        ...(record && { seen: { kind: record.kind, issuer: record.issuer, client_id: record.client_id } }),
      })}
      form={form}
      message="已保存，请测试登录"
      fieldOf={{ [-59101]: 'client_secret', [-59103]: 'issuer' }}
    >
      <Form.Item name="kind" label="类型" initialValue={settings?.kind ?? 'oidc'}>
        <Radio.Group options={Object.entries(signInKinds).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <TextItem
        name="issuer"
        field={{ ...issuer, label: words.issuer }}
        initialValue={settings?.issuer}
        required={`请输入${words.issuer}`}
        placeholder={kind === 'oidc' ? 'https://login.example.com' : ''}
        extra={kind === 'oidc' ? '即 Issuer；它的 /.well-known/openid-configuration 须可以从公网访问。' : undefined}
      />
      <TextItem
        name="client_id"
        field={{ ...client_id, label: words.client_id }}
        initialValue={settings?.client_id}
        required={`请输入${words.client_id}`}
      />
      <Form.Item
        name="client_secret"
        label={words.client_secret}
        extra={settings ? '不填则沿用现有的；换了类型或前两项须重新填写。' : undefined}
        rules={settings ? [] : [{ required: true, message: `请输入${words.client_secret}` }]}
      >
        <Input.Password maxLength={client_secret.max} autoComplete="off" />
      </Form.Item>
      {settings?.state === 'on' && <p>保存之后企业登录先停用，重新测试后再启用；由它打开的登录随即结束。</p>}
    </DialogForm>
  )
}
