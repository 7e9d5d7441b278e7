#!/usr/bin/env bash
# Coverage in SonarQube Server or Cloud, from any CI or by hand. Run it at the root of the checkout.
#
#   GET_CLRCOV_FROM    the URL of clrcov-VERSION-linux-x64.tar.gz
#   SONAR_HOST_URL       the server
#   SONAR_TOKEN          a token that may analyse the project
#   SONAR_PROJECT_KEY    its key
#   SONAR_ORGANIZATION   its organization, SonarQube Cloud only
#
# All of it is explained in docs/ci.md.
set -euo pipefail
: "${GET_CLRCOV_FROM:?}" "${SONAR_HOST_URL:?}" "${SONAR_TOKEN:?}" "${SONAR_PROJECT_KEY:?}"

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT

# Get clrcov and the scanner
mkdir -p "$tools/clrcov"
curl -fsSL "$GET_CLRCOV_FROM" | tar -xz -C "$tools/clrcov" --strip-components 1
if ! command -v dotnet-sonarscanner >/dev/null; then
    dotnet tool install dotnet-sonarscanner --tool-path "$tools/scanner"
fi
PATH=$tools/clrcov/bin:$tools/scanner:$PATH

# Begin: the analysis of the build that follows, and where the report will be
dotnet-sonarscanner begin \
    /k:"$SONAR_PROJECT_KEY" \
    ${SONAR_ORGANIZATION:+/o:"$SONAR_ORGANIZATION"} \
    /d:sonar.host.url="$SONAR_HOST_URL" \
    /d:sonar.token="$SONAR_TOKEN" \
    /d:sonar.cs.cobertura.reportsPaths=coverage.cobertura.xml

# Build and test. What comes after the tests happens also when some failed.
dotnet build --no-incremental
status=0
clrcov run -o coverage.cobertura.xml -- dotnet test --no-build || status=$?

# Publish
dotnet-sonarscanner end /d:sonar.token="$SONAR_TOKEN"
exit "$status"
