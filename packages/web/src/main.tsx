import { isMusterError } from '@muster/sdk'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { nonce } from './app/environment.ts'
import { createAppRouter } from './app/router.tsx'

// Radix adds a style element while a dialog is open; the page's Content-Security-Policy allows it by this nonce.
setNonce(nonce)

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The client has retried already, and an error of the service would be the same again.
      retry: (failures, error) => failures < 1 && !isMusterError(error),
    },
  },
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createAppRouter(queryClient)} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
