import { Checkbox, Form } from 'antd'
import { consentStatements } from '#contract/consent-names.ts'
import { api } from '#web/data/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { openTerms } from '#web/ui/fields/agreement.tsx'
import { ticked } from '#web/ui/form-rules.ts'
import { useSubmission } from '#web/ui/use-submission.ts'

/** Asks people who were added by a company, and so have filled in no form of the portal, before they first use a line. */
export function CrossBorderConsent({ due, done }: { due: string; done: () => void }) {
  const { busy, submit } = useSubmission({ call: api.giveConsent, done })
  const isDue = Date.now() >= Date.parse(`${due}T00:00:00+08:00`)
  return (
    <Alert
      className="consent-due"
      type="warning"
      title={isDue ? '使用专线前，请先同意个人信息出境' : `${due} 起使用专线须先同意个人信息出境`}
      description={
        <Form onFinish={() => void submit({ kind: 'cross_border', is_agree: 1 })}>
          <Form.Item name="is_agree" valuePropName="checked" rules={[ticked('请勾选单独同意')]}>
            <Checkbox>{consentStatements.cross_border.text}</Checkbox>
          </Form.Item>
          <div className="row">
            <Button look="primary" type="submit" loading={busy}>
              同意
            </Button>
            <Button look="link" onClick={() => void openTerms('private')}>
              查看《隐私协议》
            </Button>
          </div>
        </Form>
      }
    />
  )
}
