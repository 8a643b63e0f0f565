import { wholePhone } from '#contract/phone.ts'
import { portalLogin, simpleLoginProblem } from '#contract/rules.ts'
import { reportLoadFailure } from '#web/ui/report-load-failure.ts'
import { toast } from '#web/ui/toast.ts'
import { companySignInOnly, goOn, logIn, managerCodeRequired } from '../overlay/log-in.ts'
import { typeAccount } from '../overlay/view.ts'

const fieldOf = (problem: string) =>
  problem.includes('密码') ? 'password' : problem.includes('服务条款') ? 'type' : 'phone'

/** Opens the overlay, which has the entry to the company's own login and a code for managers. */
async function openPanel(phone: string): Promise<void> {
  try {
    const { openOverlay } = await import('../overlay/open-overlay.tsx')
    typeAccount(phone)
    openOverlay('login')
  } catch {
    reportLoadFailure(() => void openPanel(phone))
  }
}

let busy = false

/**
 * Submits the home page's login form, which has phone, password and the box for the user's consent. As specified, it reports the
 * first problem in a message, not at the field.
 */
export async function submitInlineLogin(form: HTMLFormElement): Promise<void> {
  if (busy) return
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const typed = field('phone').value
  const [phone, password] = [wholePhone(typed) ?? typed, field('password').value]
  const problem = simpleLoginProblem(phone, password) ?? portalLogin.agreement(field('type').checked)
  if (problem) {
    field(fieldOf(problem)).focus()
    return toast.error(problem)
  }
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  const mark = (state: boolean) => {
    busy = state
    button?.setAttribute('aria-busy', String(state))
    if (button) button.textContent = state ? '登录中…' : '登录'
  }
  mark(true)
  const refused = (code: number) => {
    if (code === companySignInOnly || code === managerCodeRequired) void openPanel(phone)
  }
  const outcome = await logIn(phone, password, { refused }).finally(() => mark(false))
  if (outcome?.to) goOn(outcome.to)
}
