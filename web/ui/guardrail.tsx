import { Component, type ReactNode } from 'react'
import { Broken } from './broken.tsx'

/** React gives a failed render to a class alone. A page's script that can't be fetched (a new version was put up) comes here too. */
export class Guardrail extends Component<{ path: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidUpdate(before: { path: string }) {
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false })
  }
  override render() {
    return this.state.failed ? <Broken /> : this.props.children
  }
}
