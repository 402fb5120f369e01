"""What Schemathesis checks beside its own checks."""

import os

import schemathesis

kept = set(os.environ["FUZZ_KEPT"].lower().split(","))


@schemathesis.hook
def before_call(context, case, kwargs):
    """Ids are taken from answers, too. What the caller needs to go on is not deleted and not changed."""
    for name, value in (case.path_parameters or {}).items():
        if str(value).lower() in kept:
            case.path_parameters[name] = "something-else"


@schemathesis.check
def no_undocumented_failure(ctx, response, case):
    """The service never fails by itself; that a computer is offline, or slow, is documented where it can happen."""
    documented = case.operation.definition.raw.get("responses", {})
    is_expected = response.status_code in (503, 504) and str(response.status_code) in documented
    if response.status_code >= 500 and not is_expected:
        raise AssertionError(f"{response.status_code}: {response.text[:500]}")
