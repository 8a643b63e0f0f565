import { Component, type ReactNode } from 'react'
import { PageError } from './page-error.tsx'

/**
 * The error boundary of a page; React supports these as classes only. It also catches a page script that can't be
 * fetched because a new version was deployed.
 */
export class ErrorBoundary extends Component<{ path: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidUpdate(before: { path: string }) {
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false })
  }
  override render() {
    return this.state.failed ? <PageError /> : this.props.children
  }
}
